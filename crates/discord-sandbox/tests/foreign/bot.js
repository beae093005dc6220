// The bot of `main.rs`, written with discord.js. Usage: node bot.js BASE_URL
const discord = require('discord.js');

const base = process.argv[2];
const client = new discord.Client({
  intents: [discord.GatewayIntentBits.Guilds, discord.GatewayIntentBits.GuildMessages],
  rest: { api: `${base}/api` },
});

function again(count) {
  const button = new discord.ButtonBuilder()
    .setCustomId('again').setLabel('Again').setStyle(discord.ButtonStyle.Primary);
  const row = new discord.ActionRowBuilder().addComponents(button);
  return { content: `Pong ${count}`, components: [row] };
}

async function run(interaction) {
  if (interaction.isButton()) {
    const count = Number(interaction.message.content.split(' ')[1]);
    await interaction.update(again(count + 1));
  } else if (interaction.commandName === 'ping') {
    await interaction.reply(again(1));
  } else if (interaction.commandName === 'spam') {
    await interaction.deferReply({ flags: discord.MessageFlags.Ephemeral });
    const first = await interaction.channel.send('first');
    await first.edit({ content: 'edited', embeds: [new discord.EmbedBuilder().setTitle('embed')] });
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => interaction.channel.send(`spam ${n}`)));
    await first.delete();
    await interaction.editReply('done');
    await interaction.followUp({
      content: 'file',
      files: [new discord.AttachmentBuilder(Buffer.from('hello'), { name: 'hello.txt' })],
      flags: discord.MessageFlags.Ephemeral,
    });
  }
}

client.on('interactionCreate', (interaction) => run(interaction).catch((error) => console.error(error)));
client.on('error', (error) => console.error(error));
client.once('clientReady', async () => {
  await client.application.commands.set([
    new discord.SlashCommandBuilder().setName('ping').setDescription('Answers'),
    new discord.SlashCommandBuilder().setName('spam').setDescription('Posts several messages'),
  ]);
  const members = await client.guilds.cache.first().members.fetch({ query: 'an', limit: 5 });
  console.log(`found ${members.map((member) => member.displayName).join(', ')}`);
});
client.login('token');

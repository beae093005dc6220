"""The bot of `main.rs`, written with discord.py. Usage: python bot.py BASE_URL"""
import asyncio
import io
import sys

import discord
import yarl
from discord import app_commands, gateway, http

base = sys.argv[1]
http.Route.BASE = f"{base}/api/v10"
gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1) + "/gateway")

client = discord.Client(intents=discord.Intents(guilds=True, guild_messages=True))
tree = app_commands.CommandTree(client)


class Again(discord.ui.View):
    @discord.ui.button(label="Again", style=discord.ButtonStyle.primary)
    async def again(self, interaction, button):
        count = int(interaction.message.content.split()[1])
        await interaction.response.edit_message(content=f"Pong {count + 1}", view=self)


@tree.command(description="Answers")
async def ping(interaction: discord.Interaction):
    await interaction.response.send_message("Pong 1", view=Again())


@tree.command(description="Posts several messages")
async def spam(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True)
    first = await interaction.channel.send("first")
    await first.edit(content="edited", embed=discord.Embed(title="embed"))
    await asyncio.gather(*(interaction.channel.send(f"spam {n}") for n in range(1, 7)))
    await first.delete()
    await interaction.edit_original_response(content="done")
    file = discord.File(io.BytesIO(b"hello"), filename="hello.txt")
    await interaction.followup.send("file", file=file, ephemeral=True)


@client.event
async def setup_hook():
    await tree.sync()


@client.event
async def on_ready():
    members = await client.guilds[0].query_members("an", limit=5)
    print("found", ", ".join(member.display_name for member in members), flush=True)


client.run("token")

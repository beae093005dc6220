# Mit őriz meg a bot az emberekről, és hogyan tűnik el: `/adataim`.

privacy-title = Az adataid
privacy-kept = **Mit őrzök meg rólad?** A Discord-azonosítódat és a neveidet, amelyeken az asztaloknál szerepeltél. Azt, amit az asztaloknál tettél: a befejezett osztásokat a lapokkal és a pontokkal, a statisztikáidat és az értékszámodat szerverenként és szezononként. A beállításaidat. A csevegést nem olvasom. A szerver kezelői megkérdezhetik tőlem, mi furcsa a rangsorolt osztások között (`/ulti-kezelés szezon átnézés`): ki veszít mindig ugyanattól, ki áll fel sorozatban, kinek friss a fiókja. Ezt csak akkor számolom ki, amikor kérdezik, és nem őrzöm meg.
privacy-why = **Miért?** Hogy a félbeszakadt este folytatódjon, hogy az osztásokat vissza lehessen nézni és ellenőrizni, és hogy legyen állás, ranglista és statisztika.
privacy-who = **Ki látja?** Egy szerver osztásait és számait az ottani tagok látják, más szerverről senki. A beállításaidat csak te látod. Aki a botot üzemelteti, az adatbázishoz is hozzáfér.
privacy-how-long = **Meddig?** Amíg nem kéred a törlésüket. Ha a botot eltávolítják egy szerverről, annak az adatait { $days } nap múlva törlöm. Az üzemeltető biztonsági mentéseit nem érem el: egy régebbi mentésben a törölt adat még benne van.
privacy-lists = { $hidden ->
        [yes] **Listák:** nem szerepelsz a ranglistákon, és a statisztikáidat meg az osztásaid listáját csak te kérheted le. Magukban az osztásokban és az estékben ott marad a neved, és a többieknek ugyanúgy számítanak.
       *[no] **Listák:** szerepelsz a ranglistákon, és a szerver tagjai megnézhetik a számaidat.
    }
privacy-button-export = Elkérem az adataimat
privacy-button-delete = Törlés…
privacy-button-hide = Ne legyek rajta a listákon
privacy-button-show = Legyek rajta a listákon

privacy-export = Itt van minden, amit rólad őrzök: egy JSON-dokumentum (`{ $format }`), az osztásaid lapjaival és lépéseivel együtt, a többiek neve nélkül.
privacy-export-short = Itt van, amit rólad őrzök: egy JSON-dokumentum (`{ $format }`). Az osztásaid lapjaival és lépéseivel együtt túl nagy lenne a Discordnak, ezért azok kimaradtak. A teljeset a bot üzemeltetőjétől kérheted.
privacy-export-too-long = Az adataid nem férnek bele egy fájlba, amelyet a Discord elfogad. Kérd őket a bot üzemeltetőjétől.
privacy-export-no-file = Ebbe a csatornába nem küldhetek fájlt. Próbáld egy másikban, vagy kérd a bot üzemeltetőjétől.

privacy-sure = **Biztosan töröljek mindent, ami rólad szól, minden szerveren?**
privacy-sure-goes = **Eltűnik:** a neved, a Discord-azonosítód, a pontjaid és helyezéseid, az értékszámod, a beállításaid. Az osztásokban név nélküli hely lesz a tiéd.
privacy-sure-stays = **Megmarad**, mert a többieké is: hogy az a hely milyen lapokkal hogyan játszott, és mennyit fizettek egymásnak. Megmaradnak az üzenetek is, amelyeket a Discordban már elküldtem.
privacy-sure-never = Ezt nem lehet visszavonni. Előtte elkérheted az adataidat.
privacy-button-sure = Töröld
privacy-button-back = Mégse
privacy-forgotten = Töröltelek: az azonosítód és a neved sehol sem áll már az adatbázisban. Ha újra asztalhoz ülsz, tiszta lappal kezdesz.
privacy-not-clean = Töröltelek: az azonosítód és a neved sehol sem áll már az adatbázisban. A naplóját nem tudtam azonnal megtisztítani, ezért percenként újra megpróbálom.
privacy-unknown = Semmit sem őrzök rólad, így nincs mit törölni.
privacy-not-yours = Ez a gomb valaki másé. A saját adataidat ezzel törölheted: `/adataim`

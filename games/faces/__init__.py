"""The face of each game: an explicit list, as games.engine.GAMES is one."""

from collections.abc import Mapping

from games.faces.face import Face
from games.faces.pis_yedili import PisYediliFace
from games.faces.rummy500 import Rummy500Face
from games.faces.sevens import SevensFace

FACES: Mapping[str, Face] = {
    face.key: face for face in (SevensFace(), Rummy500Face(), PisYediliFace())
}

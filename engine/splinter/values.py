"""Value functions that ship by name: the seven weights of Câmara, Ferreira and Moreira, and simpler ones."""

WON = 1_000_000  # stands for their infinity (R8)
V1, V2, V3, V4, V5, V6, V7 = (f"{{v{i}: {x}}}" for i, x in enumerate((1, 1, 1, 1, 0.7, 0.7, 0), 1))


def seven(own: str, opp: str) -> str:
    """Mobility and the kings' neighbourhoods, as a side sees them that is to move (R9)."""
    mobility = f"{V5}*{own}_mobility - (1 - {V5})*{opp}_mobility"
    own_king = f"({own}_king_friends + {V3}*{own}_king_foes)"
    opp_king = f"({opp}_king_friends + {V4}*{opp}_king_foes)"
    return f"{V1}*({mobility}) + {V2}*({V6}*{own_king} - (1 - {V6})*{opp_king}) + {V7}"


RUNNING = f"({seven('own', 'opp')}) if tempo > 0 else -({seven('opp', 'own')})"
RESULT = f"({WON} - ply)*winloss"  # the sooner the better
VALUES = {
    "default": "seven",
    "seven": f"{RESULT} if over else ({RUNNING})",
    "material": f"{RESULT} + own_material - opp_material",
    "result": RESULT,
}

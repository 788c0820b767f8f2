"""Value functions that ship by name: the seven weights of Câmara, Ferreira and Moreira (2022), and ones of ours.

`edges` wants the own king far from the edge and in company, the other at the edge and alone. It is the default because
it plays to win: players with the seven weights mostly shuffle until the limit of moves.
"""

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
    "default": "edges",
    "seven": f"{RESULT} if over else ({RUNNING})",
    "edges": f"{RESULT} + {{own_edge: 3}}*own_edge - {{opp_edge: 3}}*opp_edge"
    " + {own_king: 1}*(own_king_friends + own_king_foes) - {opp_king: 1}*(opp_king_friends + opp_king_foes)",
    "material": f"{RESULT} + own_material - opp_material",
    "result": RESULT,
}

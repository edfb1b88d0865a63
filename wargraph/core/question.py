"""The question that many results answer, about the games from some starting positions."""

from dataclasses import dataclass, field

from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.report.result import Result


@dataclass(frozen=True)
class StartsResult(Result):
    """Base of results about the games from some starting positions."""

    relation: Relation = field(repr=False)
    """The beat relation; the standard order on the standard deck."""
    deals: Deals
    """The starting positions: ``all`` for all, ``balanced`` for the balanced deals."""

    @property
    def n(self) -> int:
        """Number of cards."""
        return self.relation.n

    @property
    def _start(self) -> str:
        """The noun for a starting position."""
        return "balanced deal" if self.deals is Deals.BALANCED else "starting position"

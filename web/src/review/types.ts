// A review as the server sends it, under the names that it has in this folder; Python defines it.
import type { LedgerLineInfo, ReviewChoice } from "../generated/messages";

export type {
  LedgerInfo as Ledger,
  LedgerLineInfo as LedgerLine,
  ReviewAlternative as Alternative,
  ReviewBelief as Belief,
  ReviewChoice as Choice,
  ReviewEvidence as Evidence,
  ReviewExplanation as Explanation,
  ReviewMessage as Review,
  ReviewMoment as Moment,
  ReviewOutlook as Outlook,
  ReviewSurprise as Surprise,
  SeatReviewInfo as SeatReview,
} from "../generated/messages";
export type Label = ReviewChoice["label"];
export type LuckKind = Exclude<LedgerLineInfo["kind"], "choice">;

export {
  type AccountEffect,
  type AccountEvent,
  type AccountFacts,
  type AccountState,
  type Availability,
  allowedStates,
  can,
  type Decision,
  decide,
  nextStages,
  PURCHASED,
} from './account.ts';
export {
  type Corridor,
  type CorridorInput,
  type CorridorVerdict,
  corridor,
  type LossOperator,
} from './corridor.ts';
export { formatCountdown, formatOfferRemaining, offerRemaining, type Remaining } from './countdown.ts';
export {
  formatGrowth,
  growth,
  growthTargetPercent,
  growthTargetValue,
  specifiedTradingDays,
  targetReached,
} from './growth.ts';
export {
  ADMIN_STEP_UP_MILLISECONDS,
  AUTHENTICATOR_CODE_LENGTH,
  CODE_LENGTH,
  COPY_TIP_MILLISECONDS,
  DEFAULT_OFFER_START,
  FEEDBACK_MILLISECONDS,
  FRESH_STEP_UP_MILLISECONDS,
  MASS_MAIL_IMAGES_MAXIMUM,
  MINIMUM_WITHDRAWAL,
  MOBILE_BREAKPOINT_PIXELS,
  NAME_MINIMUM,
  OFFER_LENGTH_DAYS,
  PASSWORD_MINIMUM,
  PAYMENT_COUNTDOWN_MILLISECONDS,
  PAYOUT_CYCLE_DAYS,
  PROOF_LONGEST_SIDE,
  RECOVERY_CODES,
  REDIRECT_DELAY_MILLISECONDS,
  RESEND_SECONDS,
  TICK_MILLISECONDS,
  UPLOAD_MAXIMUM_BYTES,
} from './limits.ts';
export { needsName } from './logo.ts';
export {
  type BasisPoints,
  basisPoints,
  basisPointsFromPercent,
  type Cents,
  cents,
  centsFromDollars,
  divideRounded,
  dollarsFromCents,
  isDollarAmount,
  percentFromBasisPoints,
  portion,
  splitProfit,
} from './money.ts';
export { normalisedPassword, passwordLength } from './password.ts';
export { type Actor, may, type Permission, permits, type Requirement } from './permissions.ts';
export { isLogin, platformOf } from './platform.ts';
export { anchorOf, type FirmFacts, fillFacts, type ProseBlock, proseBlocks, proseText } from './prose.ts';
export {
  CHALLENGE_TYPES,
  type ChallengeType,
  PAYMENT_STATUSES,
  type PaymentStatus,
  STAGES,
  STATUSES,
  type Stage,
  type Status,
} from './states.ts';
export { formatSize, TIER_SIZES, type TierLabel, tierLabel } from './tiers.ts';
export {
  DAY_MILLISECONDS,
  dayLengthHours,
  dayOf,
  dayStart,
  type Instant,
  instant,
  isTimeZone,
  nextDayStart,
} from './time.ts';
export {
  PAYMENT_TRANSITIONS,
  type Refusal,
  type RefusalReason,
  STAGE_TRANSITIONS,
  STATUS_TRANSITIONS,
  type Transition,
} from './transitions.ts';

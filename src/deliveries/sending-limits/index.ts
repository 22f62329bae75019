export { SendingLimitRow } from './sending-limit.entity';
export type { SendingLimit } from './sending-limit';
export { lockLimits, setSendingLimits, type SendingLimits } from './stored-limits';
export { sendingTimes, storeSlots, withinLimits } from './within-limits';

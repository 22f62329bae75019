export { exactly, percentOf, roundToCents, split, sumOf } from './money';
export { convertRate, perDay } from './rates';

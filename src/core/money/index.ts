export { roundToCents, sumOf } from './money';

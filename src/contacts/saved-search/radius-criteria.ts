import type { TextPattern } from '../../core/fields/value-rules';
import { TextCriterion } from '../../core/search';

/** A number written as text: plain digits, a sign, a decimal point. */
const NUMBER = /^[+-]?\d{1,10}(\.\d{1,15})?$/;
const number = (isAllowed: (value: number) => boolean, range: string): TextPattern => ({
  test: (text) => NUMBER.test(text) && isAllowed(Number(text)),
  message: `must be a number as text, ${range}, or "" for none`,
});
const isWithin = (limit: number) => (value: number) => Math.abs(value) <= limit;
/** In kilometres: half the circumference of the earth, so no two points are further apart. */
const MAX_RADIUS_KM = 20_000;

export const LongitudeCriterion = (): PropertyDecorator =>
  TextCriterion(
    30,
    { example: '151.2093', description: 'With latitude, the centre of the radius.' },
    number(isWithin(180), 'from -180 to 180'),
  );

export const LatitudeCriterion = (): PropertyDecorator =>
  TextCriterion(
    30,
    { example: '-33.8688', description: 'With longitude, the centre of the radius.' },
    number(isWithin(90), 'from -90 to 90'),
  );

export const RadiusCriterion = (): PropertyDecorator =>
  TextCriterion(
    30,
    { example: '25', description: 'In kilometres.' },
    number((value) => value > 0 && value <= MAX_RADIUS_KM, `more than 0 and at most ${MAX_RADIUS_KM}`),
  );

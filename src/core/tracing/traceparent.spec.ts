import { childOf, formatTraceparent, parseTraceparent } from './traceparent';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('A traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    [`01-${TRACE}-${SPAN}-01-what-comes-later`, 1],
    [`01-${TRACE}-${SPAN}-01`, 1],
  ])('is read: %s', (text, traceFlags) =>
    expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true }),
  );

  it.each([
    '',
    'abc',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  ])('is ignored: %j', (text) => expect(parseTraceparent(text)).toBeUndefined());

  it.each([
    ['01', '01'],
    ['00', '00'],
    ['03', '01'],
    ['02', '00'],
  ])('is written with the flag that is known: %s as %s', (flags, written) =>
    expect(formatTraceparent(parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`)!)).toBe(`00-${TRACE}-${SPAN}-${written}`),
  );

  it('of a child has another parent in the same trace', () => {
    const child = formatTraceparent(childOf(parseTraceparent(`00-${TRACE}-${SPAN}-01`)!));
    expect(child).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(child).not.toContain(SPAN);
  });
});

import { stateOf, statusOf, type Evidence } from './item-state';

const DAY = '2026-11-24';
const evidence = (own: Partial<Evidence>): Evidence => ({
  isMet: false,
  exists: true,
  lastDay: '9999-12-31',
  day: DAY,
  endDay: undefined,
  ...own,
});

describe('The state of an item', () => {
  it.each<[string, Partial<Evidence>, string]>([
    ['without anything', { exists: false }, 'missing'],
    ['without anything, of a placement that ends', { exists: false, endDay: '2027-01-01' }, 'missing'],
    ['with what never expires', { isMet: true }, 'met'],
    ['with what never expires, of a placement that ends', { isMet: true, endDay: '2027-01-01' }, 'met'],
    ['with what expires on the last day', { isMet: true, lastDay: '2027-01-01', endDay: '2027-01-01' }, 'met'],
    ['with what expires the day before', { isMet: true, lastDay: '2026-12-31', endDay: '2027-01-01' }, 'expiresBeforeEnd'],
    ['with what expires, of an open-ended placement', { isMet: true, lastDay: '2026-12-31' }, 'met'],
    ['with what expires, of a placement that has ended', { isMet: true, lastDay: '2026-12-31', endDay: '2026-01-01' }, 'met'],
    ['with what expired yesterday', { lastDay: '2026-11-23' }, 'expired'],
    ['with what expires today and is not verified', { lastDay: DAY }, 'unverified'],
    ['with what never expires and is not verified', {}, 'unverified'],
  ])('%s', (_, own, expected) => expect(stateOf(evidence(own))).toBe(expected));
});

describe('A placement', () => {
  const met = { required: true, isMet: true, isExpiring: false };
  it.each([
    ['without items is complete', [], 'complete'],
    ['that meets all is complete', [met, met], 'complete'],
    ['that lacks something required is incomplete', [met, { ...met, isMet: false }], 'incomplete'],
    ['that lacks something else is complete', [met, { ...met, required: false, isMet: false }], 'complete'],
    ['of which something expires soon is expiring', [met, { ...met, isExpiring: true }], 'expiring'],
    ['of which something else expires soon is expiring', [{ ...met, required: false, isExpiring: true }], 'expiring'],
    [
      'that lacks something is incomplete, whatever expires',
      [
        { ...met, isExpiring: true },
        { ...met, isMet: false },
      ],
      'incomplete',
    ],
  ])('%s', (_, items, expected) => expect(statusOf(items)).toBe(expected));
});

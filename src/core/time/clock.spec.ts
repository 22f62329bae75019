import { Clock } from './clock';

describe('The clock', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-20T00:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  test('shows the current time', () => expect(new Clock().now()).toEqual(new Date('2026-11-20T00:00:00Z')));

  test('runs on from its start time', () => {
    const clock = new Clock(new Date('2026-03-31T09:00:00Z'));
    jest.advanceTimersByTime(1500);
    expect(clock.now()).toEqual(new Date('2026-03-31T09:00:01.500Z'));
  });
});

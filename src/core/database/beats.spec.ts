import { Beats, MOST_BEATS } from './beats';

describe('Beats', () => {
  let beats: Beats;
  beforeEach(() => {
    jest.useFakeTimers();
    beats = new Beats();
  });
  afterEach(() => void jest.useRealTimers());

  const begin = (count: number): void => {
    for (let begun = 0; begun < count; begun++) beats.begin();
  };

  it('tell how long ago each began', () => {
    begin(1);
    jest.advanceTimersByTime(500);
    begin(1);
    jest.advanceTimersByTime(100);
    expect([1, 2, 3].map((beat) => beats.ageOf(beat))).toEqual([600, 100, Infinity]);
  });

  it('are forgotten when the replica shows a later one', () => {
    begin(3);
    beats.forgetBefore(3);
    expect([1, 2, 3].map((beat) => beats.ageOf(beat))).toEqual([Infinity, Infinity, 0]);
  });

  it('are forgotten after a while, though the replica shows none', () => {
    begin(MOST_BEATS + 1);
    expect([1, 2].map((beat) => beats.ageOf(beat))).toEqual([Infinity, 0]);
  });
});

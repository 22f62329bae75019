import { Random } from './random';

const many = <T>(make: (random: Random) => T): T[] => {
  const random = new Random('many');
  return Array.from({ length: 2000 }, () => make(random));
};

describe('choices', () => {
  it('are the same for the same seed', () => {
    const [one, other] = [new Random('job/1'), new Random('job/1')];
    expect(Array.from({ length: 50 }, () => one.next())).toEqual(Array.from({ length: 50 }, () => other.next()));
  });

  it('differ from seed to seed', () => {
    const firsts = Array.from({ length: 100 }, (_, id) => new Random(`job/${id}`).next());
    expect(new Set(firsts).size).toBe(100);
  });

  it('reach both ends of a range and nothing beyond', () => {
    expect([...new Set(many((random) => random.int(-1, 2)))].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
    expect(new Set(many((random) => random.step(60, 70, 5)))).toEqual(new Set([60, 65, 70]));
  });

  it('follow the weights', () => {
    const chosen = many((random) => random.weighted(['often', 9], ['seldom', 1], ['never', 0]));
    const often = chosen.filter((each) => each === 'often').length;
    expect(chosen).not.toContain('never');
    expect(chosen).toContain('seldom');
    expect(often).toBeGreaterThan(1600);
  });

  it('take different items, in their order', () => {
    for (const taken of many((random) => random.some([1, 2, 3, 4, 5], 3))) {
      expect(taken).toHaveLength(3);
      expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
    }
    expect(new Random('few').some(['a'], 3)).toEqual(['a']);
  });

  it('need something to choose from', () => {
    expect(() => new Random('none').pick([])).toThrow(RangeError);
  });
});

import { Random } from './random';

const many = <T>(make: (random: Random) => T): T[] => {
  const random = new Random('many');
  return Array.from({ length: 2000 }, () => make(random));
};

describe('Random choices', () => {
  it('gives the same sequence for the same seed', () => {
    const [one, other] = [new Random('job/1'), new Random('job/1')];
    expect(Array.from({ length: 50 }, () => one.next())).toEqual(Array.from({ length: 50 }, () => other.next()));
  });

  it('gives different numbers for different seeds', () => {
    const firsts = Array.from({ length: 100 }, (_, id) => new Random(`job/${id}`).next());
    expect(new Set(firsts).size).toBe(100);
  });

  it('includes both ends of a range and nothing beyond', () => {
    expect([...new Set(many((random) => random.int(-1, 2)))].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
    expect(new Set(many((random) => random.step(60, 70, 5)))).toEqual(new Set([60, 65, 70]));
  });

  it('follows the weights', () => {
    const chosen = many((random) => random.weighted(['often', 9], ['seldom', 1], ['never', 0]));
    const often = chosen.filter((each) => each === 'often').length;
    expect(chosen).not.toContain('never');
    expect(chosen).toContain('seldom');
    expect(often).toBeGreaterThan(1600);
  });

  it('pick distinct items, in their order', () => {
    for (const taken of many((random) => random.sample([1, 2, 3, 4, 5], 3))) {
      expect(taken).toHaveLength(3);
      expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
    }
    expect(new Random('few').sample(['a'], 3)).toEqual(['a']);
  });

  it('require something to choose from', () => {
    expect(() => new Random('none').pick([])).toThrow(RangeError);
  });
});

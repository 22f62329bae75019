import { isExtentNear, isPointNear, type Extent } from './contact-search.geo';

const SYDNEY = { latitude: -33.8688, longitude: 151.2093 };
const NEAR_DATE_LINE = { latitude: -17, longitude: 179.9 };
const extent = (south: number, north: number, west: number, east: number): Extent => ({ south, north, west, east });

describe('The points between the coordinates of an extent', () => {
  it.each<[string, Extent, number, boolean | undefined]>([
    ['all, if it is the centre', extent(-33.8688, -33.8688, 151.2093, 151.2093), 1, true],
    ['all, if the farthest is', extent(-33.9, -33.8, 151.1, 151.3), 25, true],
    ['none, if it is too far north', extent(-33.5, -33.4, 151.1, 151.3), 25, false],
    ['none, if it is too far east', extent(-33.9, -33.8, 151.6, 151.7), 25, false],
    ['it depends, where the circle runs through it', extent(-33.9, -33.6, 151.1, 151.3), 25, undefined],
    ['it depends, where the circle is within it', extent(-35, -33, 150, 152), 25, undefined],
    ['it depends, around the world', extent(-33.9, -33.8, -179, 151.3), 25, undefined],
  ])('are near: %s', (_, each, kilometres, expected) => {
    expect(isExtentNear(each, SYDNEY, kilometres)).toBe(expected);
  });

  it('are as near as each of them', () => {
    for (const centre of [SYDNEY, NEAR_DATE_LINE, { latitude: 0.5, longitude: 0 }, { latitude: 89.9, longitude: 10 }])
      for (const kilometres of [1, 50, 500, 5000, 20_000])
        for (const [height, width] of [
          [0.1, 0.1],
          [2, 30],
          [60, 170],
        ] as const)
          for (const [south, west] of [
            [-34, 151],
            [-1, -1],
            [29.5, 9.5],
            [-17, -180],
          ] as const) {
            const isNear = isExtentNear(extent(south, south + height, west, west + width), centre, kilometres);
            const shares = [0, 0.3, 0.5, 1];
            const points = shares.flatMap((up) =>
              shares.map((along) => ({ latitude: south + up * height, longitude: west + along * width })),
            );
            const near = points.map((point) => isPointNear(point, centre, kilometres));
            if (isNear !== undefined)
              expect([centre, kilometres, south, west, near]).toEqual([centre, kilometres, south, west, near.map(() => isNear)]);
          }
  });
});

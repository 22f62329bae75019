import { circleInWords, circlesOf, type Hears, type Link } from './circles';

const link = (id: number, hears: Hears, events: number[] = [], changed: string[] = []): Link => ({
  id,
  name: `N${id}`,
  hears,
  effects: { events: new Set(events), changed: new Set(changed) },
});
const idsOf = (circles: readonly (readonly Link[])[]): number[][] => circles.map((circle) => circle.map(({ id }) => id));

describe('The circles of an automation', () => {
  it.each<[string, Link, Link[], number[][]]>([
    ['none where nobody hears it', link(1, { event: 1 }, [2]), [link(2, { event: 3 }, [1])], []],
    ['none where nobody leads back', link(1, { event: 1 }, [2]), [link(2, { event: 2 }, [3])], []],
    ['none with itself, since it never fires on its own change', link(1, { event: 1 }, [1]), [], []],
    ['none with itself among the others', link(1, { event: 1 }, [1]), [link(1, { event: 1 }, [1])], []],
    ['with one other', link(1, { event: 1 }, [2]), [link(2, { event: 2 }, [1])], [[2]]],
    [
      'with two others, one after the other',
      link(1, { event: 1 }, [2]),
      [link(3, { event: 3 }, [1]), link(2, { event: 2 }, [3])],
      [[2, 3]],
    ],
    ['through those that match filters', link(1, { changed: 'Job' }, [], ['Job']), [link(2, { changed: 'Job' }, [], ['Job'])], [[2]]],
    ['through an event and a change', link(1, { event: 1 }, [], ['Job', 'Client']), [link(2, { changed: 'Client' }, [1])], [[2]]],
    ['several', link(1, { event: 1 }, [2]), [link(2, { event: 2 }, [1]), link(3, { event: 2 }, [1])], [[2], [3]]],
    ['the shortest of each', link(1, { event: 1 }, [2]), [link(2, { event: 2 }, [1, 3]), link(3, { event: 3 }, [1])], [[2]]],
    ['the same members once', link(1, { event: 1 }, [2]), [link(2, { event: 2 }, [2, 3]), link(3, { event: 2 }, [2, 1])], [[2, 3], [3]]],
    [
      'past a circle that it is not in',
      link(1, { event: 1 }, [2]),
      [link(2, { event: 2 }, [3]), link(3, { event: 3 }, [4]), link(4, { event: 4 }, [3])],
      [],
    ],
  ])('are %s', (_, self, others, expected) => expect(idsOf(circlesOf(self, others))).toEqual(expected));

  it.each<[number[], string]>([
    [[2], 'goes round in a circle with "N2" (2): each can set off the next'],
    [[2, 3], 'goes round in a circle with "N2" (2) and "N3" (3): each can set off the next'],
    [[2, 3, 4], 'goes round in a circle with "N2" (2), "N3" (3) and "N4" (4): each can set off the next'],
  ])('of %j are said in a sentence', (ids, words) => expect(circleInWords(ids.map((id) => link(id, {})))).toBe(words));
});

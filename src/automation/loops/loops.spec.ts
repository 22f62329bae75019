import { describeLoop, findLoops, type ListensTo, type AutomationNode } from './loops';

const node = (id: number, listensTo: ListensTo, events: number[] = [], changed: string[] = []): AutomationNode => ({
  id,
  name: `N${id}`,
  listensTo,
  effects: [{ events, changed }],
});
const idsOf = (loops: readonly (readonly AutomationNode[])[]): number[][] => loops.map((loop) => loop.map(({ id }) => id));

describe('The loops of an automation', () => {
  it.each<[string, AutomationNode, AutomationNode[], number[][]]>([
    ['none when nothing listens to it', node(1, { event: 1 }, [2]), [node(2, { event: 3 }, [1])], []],
    ['none when nothing leads back', node(1, { event: 1 }, [2]), [node(2, { event: 2 }, [3])], []],
    ['none with itself, since it never fires on its own change', node(1, { event: 1 }, [1]), [], []],
    ['none with itself, also among others', node(1, { event: 1 }, [1]), [node(1, { event: 1 }, [1])], []],
    ['with one other', node(1, { event: 1 }, [2]), [node(2, { event: 2 }, [1])], [[2]]],
    [
      'with two others, one after the other',
      node(1, { event: 1 }, [2]),
      [node(3, { event: 3 }, [1]), node(2, { event: 2 }, [3])],
      [[2, 3]],
    ],
    ['through those that match filters', node(1, { changed: 'Job' }, [], ['Job']), [node(2, { changed: 'Job' }, [], ['Job'])], [[2]]],
    ['through an event and a change', node(1, { event: 1 }, [], ['Job', 'Client']), [node(2, { changed: 'Client' }, [1])], [[2]]],
    ['several', node(1, { event: 1 }, [2]), [node(2, { event: 2 }, [1]), node(3, { event: 2 }, [1])], [[2], [3]]],
    ['the shortest of each', node(1, { event: 1 }, [2]), [node(2, { event: 2 }, [1, 3]), node(3, { event: 3 }, [1])], [[2]]],
    ['the same members once', node(1, { event: 1 }, [2]), [node(2, { event: 2 }, [2, 3]), node(3, { event: 2 }, [2, 1])], [[2, 3], [3]]],
    [
      'not those of a loop that it leads into but is not part of',
      node(1, { event: 1 }, [2]),
      [node(2, { event: 2 }, [3]), node(3, { event: 3 }, [4]), node(4, { event: 4 }, [3])],
      [],
    ],
  ])('are %s', (_, self, others, expected) => expect(idsOf(findLoops(self, others))).toEqual(expected));

  it.each<[number[], string]>([
    [[2], 'forms a loop with "N2" (2): each can trigger the next'],
    [[2, 3], 'forms a loop with "N2" (2) and "N3" (3): each can trigger the next'],
    [[2, 3, 4], 'forms a loop with "N2" (2), "N3" (3) and "N4" (4): each can trigger the next'],
  ])('of %j are described in a sentence', (ids, description) => expect(describeLoop(ids.map((id) => node(id, {})))).toBe(description));
});

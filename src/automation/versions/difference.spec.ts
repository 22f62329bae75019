import { definitionIn, type Definition } from './defining-fields';
import { differencesBetween } from './difference';

const definition = (more: Partial<Definition>): Definition => definitionIn({ triggerID: 3, eventID: 17, ...more });
const texts = (before: Partial<Definition>, after: Partial<Definition>): string[] =>
  differencesBetween(definition(before), definition(after)).map(({ text }) => text);

describe('The differences between two versions', () => {
  test.each<[what: string, before: Partial<Definition>, after: Partial<Definition>, expected: string[]]>([
    ['none', { name: 'A' }, { name: 'A' }, []],
    ['a field', { name: 'A' }, { name: 'B' }, ['/name was "A" and is "B"']],
    ['a field that is cleared', { maxNumberOfRecordsToExecute: 5 }, {}, ['/maxNumberOfRecordsToExecute was 5 and is nothing']],
    ['JSON that is written in another way', { filtersJSON: '{"all":true}' }, { filtersJSON: '{ "all": true }' }, []],
    ['JSON that is added', {}, { filtersJSON: '{"all":true}' }, ['/filtersJSON was nothing and is "{\\"all\\":true}"']],
    ['a draft that is no JSON', { filtersJSON: '{' }, { filtersJSON: '{}' }, ['/filtersJSON was "{" and is "{}"']],
    [
      'a value',
      { orderByJSON: '{"columnName":"a"}' },
      { orderByJSON: '{"columnName":"b"}' },
      ['/orderByJSON#/columnName was "a" and is "b"'],
    ],
    [
      'a value that is removed',
      { orderByJSON: '{"columnName":"a","x":1}' },
      { orderByJSON: '{"columnName":"a"}' },
      ['/orderByJSON#/x was removed: 1'],
    ],
    [
      'items that are added',
      { actionsJSON: '[1]' },
      { actionsJSON: '[1,2,3]' },
      ['/actionsJSON#/1 is new: 2', '/actionsJSON#/2 is new: 3'],
    ],
    [
      'items that are removed',
      { actionsJSON: '[1,2,3]' },
      { actionsJSON: '[3]' },
      ['/actionsJSON#/0 was removed: 1', '/actionsJSON#/0 was removed: 2'],
    ],
  ])('are %s', (_, before, after, expected) => expect(texts(before, after)).toEqual(expected));
});

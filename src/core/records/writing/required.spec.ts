import { InvalidRequest } from '../../problems/problem';
import { Id, RefOrNull, TextOrNull } from '../../fields/decorators';
import { recordType } from '../../fields/record-type';
import { requireFields } from './required';

class Visit {
  @Id() id!: number;
  @TextOrNull(100, { required: true }) name!: string | null;
  @RefOrNull('Client', { required: true }) clientID!: number | null;
  @TextOrNull(100) notes!: string | null;
}
const visits = recordType({ name: 'Visit', table: 'visit', entity: Visit, shape: Visit, display: 'name' });

describe('A field that a record requires', () => {
  const missing = (before: object, after: object): readonly unknown[] => {
    try {
      requireFields(visits, before as Visit, after as Visit);
      return [];
    } catch (error) {
      return (error as InvalidRequest).body('').errors?.map(({ pointer }) => pointer) ?? [error];
    }
  };
  const complete = { id: 5, name: 'Site visit', clientID: 3 };

  it.each([
    ['all of them', { name: 'Site visit', clientID: 3 }, []],
    ['a number of 0', { name: 'Site visit', clientID: 0 }, []],
    ['no name', { name: null, clientID: 3 }, ['/name']],
    ['an empty name', { name: '', clientID: 3 }, ['/name']],
    ['a name of spaces', { name: ' \t', clientID: 3 }, ['/name']],
    ['none', {}, ['/name', '/clientID']],
  ])('of a new record with %s', (_, after, pointers) => expect(missing({}, after)).toEqual(pointers));

  it.each([
    ['stays', complete, complete, []],
    ['is replaced', complete, { ...complete, name: 'Call' }, []],
    ['is cleared', complete, { ...complete, name: null, clientID: undefined }, ['/name', '/clientID']],
    ['was never there', { id: 5, name: null, clientID: 3 }, { id: 5, name: '', clientID: 3 }, []],
    ['is cleared where another was never there', { id: 5, name: ' ', clientID: 3 }, { id: 5, name: '', clientID: null }, ['/clientID']],
  ])('of a record in which it %s', (_, before, after, pointers) => expect(missing(before, after)).toEqual(pointers));
});

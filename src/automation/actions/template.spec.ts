import '../../entities';
import { recordTypeNamed } from '../../fields/record-type';
import { fillTemplate, templateFaults, templateFields } from './template';

const contact = recordTypeNamed('Contact');
const values: Readonly<Record<string, string>> = { firstName: 'Ann', surname: '$& {{firstName}}', jobTitle: '' };
const fill = (text: string): string => fillTemplate(text, contact, ({ name }) => values[name] ?? '?');

describe('a text with places', () => {
  it.each([
    ['Dear {{firstName}},', 'Dear Ann,'],
    ['{{ FIRSTNAME }} {{firstName}}', 'Ann Ann'],
    ['{{surname}}!', '$& {{firstName}}!'],
    ['({{jobTitle}})', '()'],
    ['no places, { not } {{ one', 'no places, { not } {{ one'],
  ])('%s', (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  it('names the fields it needs', () => {
    expect(templateFields('{{firstName}} {{clientName}} {{nobody}}', contact).map(({ name }) => name)).toEqual(['firstName', 'clientName']);
  });

  it('is refused once for every unknown place', () => {
    expect(templateFaults('/notes', '{{a}} {{a}} {{b}} {{firstName}}', contact).map(({ detail }) => detail.slice(0, 11))).toEqual([
      'names {{a}}',
      'names {{b}}',
    ]);
  });
});

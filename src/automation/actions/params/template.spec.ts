import { fillTemplate, templateErrors, templateFields } from './template';
import { recordTypeNamed } from '../../../core/database/support/record-types';

const contact = recordTypeNamed('Contact');
const values: Readonly<Record<string, string>> = { firstName: 'Ann', surname: '$& {{firstName}}', jobTitle: '' };
const fill = (text: string): string => fillTemplate(text, contact, ({ name }) => values[name] ?? '?');

describe('A text template', () => {
  it.each([
    ['Dear {{firstName}},', 'Dear Ann,'],
    ['{{ FIRSTNAME }} {{firstName}}', 'Ann Ann'],
    ['{{surname}}!', '$& {{firstName}}!'],
    ['({{jobTitle}})', '()'],
    ['no placeholders, { not } {{ one', 'no placeholders, { not } {{ one'],
  ])('%s', (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  it('returns the fields it uses', () => {
    expect(templateFields('{{firstName}} {{clientName}} {{nobody}}', contact).map(({ name }) => name)).toEqual(['firstName', 'clientName']);
  });

  it('is rejected once for every unknown placeholder', () => {
    expect(templateErrors('{{a}} {{a}} {{b}} {{firstName}}', contact).map((detail) => detail.slice(0, 10))).toEqual([
      'uses {{a}}',
      'uses {{b}}',
    ]);
  });
});

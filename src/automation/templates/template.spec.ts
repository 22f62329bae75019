import { recordTypeNamed, types } from '../../core/database/support/record-types';
import { FieldDate } from './field-date';
import type { Form } from './liquid';
import { Template, templateErrors } from './template';

const contact = recordTypeNamed('Contact');
const SCOPE = {
  now: new FieldDate('2026-11-20T02:30:00.000Z', 'Australia/Sydney'),
  firstName: 'Ann',
  surname: '$& {{firstName}}',
  jobTitle: '',
  phone: null,
  optOut: false,
  notes: 'Likes <b>\nand "tea"',
  nextContactDate: new FieldDate('2026-11-30T13:15:00.000Z', 'Australia/Sydney'),
  startDate: new FieldDate('2026-12-01T00:00:00.000Z', 'UTC', false),
  client: { name: 'Smith & Sons' },
  owner: undefined,
};
const fill = (text: string, form: Form = 'text'): string => Template.of(text, form).fill(SCOPE);

describe('A template', () => {
  it.each([
    ['Dear {{firstName}},', 'Dear Ann,'],
    ['{{surname}}!', '$& {{firstName}}!'],
    ['({{jobTitle}}{{phone}})', '()'],
    ['one { brace, two }} and %}', 'one { brace, two }} and %}'],
    ['{{ "{{" }}firstName}}', '{{firstName}}'],
    ['{{client.name}}, {{owner.email}}', 'Smith & Sons, '],
    ['{{ jobTitle | default: "colleague" }} {{ phone | default: "none" }} {{ owner.email | default: "nobody" }}', 'colleague none nobody'],
    ['{{ optOut }}', 'false'],
    ['{% if jobTitle == blank %}no title{% else %}{{ jobTitle }}{% endif %}', 'no title'],
    ['{% unless owner.email %}nobody{% endunless %}', 'nobody'],
    ['{% assign name = firstName | upcase %}{{ name }}', 'ANN'],
    ['{% for letter in (1..3) %}{{ letter }}{{ forloop.last }} {% endfor %}', '1false 2false 3true '],
    ['{% comment %}{{ firstName }}{% endcomment %}{% raw %}{{ firstName }}{% endraw %}', '{{ firstName }}'],
    ['{{nextContactDate}}', '1 December 2026, 00:15'],
    ['{{nextContactDate | date: "%A %H:%M"}}', 'Tuesday 00:15'],
    ['{{nextContactDate | date}}', '1 December 2026'],
    ['{{nextContactDate | date: "%-d/%-m", "America/New_York"}}', '30/11'],
    ['{{startDate}} {{startDate | date: "%Y-%m-%d %H:%M"}}', '1 December 2026 2026-12-01 00:00'],
    ['{{phone | date: "%Y" | default: "some day"}}', 'some day'],
    ['{{now}} {{ "now" | date: "%H:%M" }} {{ "2026-01-31" | date: "%-d %b" }}', '20 November 2026, 13:30 13:30 31 Jan'],
    ['{% if nextContactDate > now %}later{% endif %}', 'later'],
  ])('%s becomes %s', (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  it.each([
    ['<p>{{client.name}}</p>', '<p>Smith &amp; Sons</p>'],
    ['{{ notes }}', 'Likes &lt;b&gt;\nand &#34;tea&#34;'],
    ['{{ notes | escape }}', 'Likes &lt;b&gt;\nand &#34;tea&#34;'],
    ['{{ notes | newline_to_br }}', 'Likes &lt;b&gt;<br />\nand &#34;tea&#34;'],
    ['{{ notes | newline_to_br | upcase }}', 'LIKES &amp;LT;B&amp;GT;&lt;BR /&gt;\nAND &amp;#34;TEA&amp;#34;'],
    ['{{ "<i>" | append: firstName }}', '&lt;i&gt;Ann'],
  ])('of HTML escapes values: %s', (text, filled) => {
    expect(fill(text, 'html')).toBe(filled);
  });

  it.each([
    ['{{nickname}}', 'uses {{nickname}}, which is not a field of Contact in the catalogue'],
    ['{{firstNam}}', 'uses {{firstNam}}, which is not a field of Contact in the catalogue: perhaps firstName'],
    ['{% if firstNam %}x{% endif %}', 'uses {{firstNam}}, which is not a field of Contact in the catalogue: perhaps firstName'],
    ['{{ firstName | default: surnam }}', 'uses {{surnam}}, which is not a field of Contact in the catalogue: perhaps surname'],
    ['{{nov}}', 'uses {{nov}}, which is not a field of Contact in the catalogue: perhaps now'],
    ['{{client}}', 'uses {{client}}, which is another record: name a field of it, such as {{client.id}}'],
    ['{{client.nmae}}', 'uses {{client.nmae}}, but nmae is not a field of Client in the catalogue: perhaps name'],
    ['{{owner.emial}}', 'uses {{owner.emial}}, but emial is not a field of User: perhaps email'],
    ['{{clinet.name}}', 'uses {{clinet.name}}, but a Contact refers to no other record as clinet: perhaps client'],
    ['{{jobs.title}}', 'uses {{jobs.title}}, but a Contact refers to no other record as jobs'],
    ['{{client.owner.role.id}}', undefined],
    [
      '{{reportsTo.client.owner.role.id}}',
      'uses {{reportsTo.client.owner.role.id}}, which leads too far: at most 3 records from one to the next',
    ],
    ['{{client[firstName]}}', 'uses {{client[firstName]}}: the names of values must be written out'],
    ['{{ firstName', 'is not a valid Liquid template: output "{{ firstName" not closed (line 1, column 1)'],
    ['Dear\n{% if firstName %}', 'is not a valid Liquid template: tag {% if firstName %} not closed (line 2, column 1)'],
    ['{{ firstName | upcas }}', 'uses the filter upcas (line 1, column 1), which is not allowed: perhaps upcase'],
    [
      '{% capture x %}{% endcapture %}',
      expect.stringContaining('uses the tag capture (line 1, column 1), which is not allowed: use assign, '),
    ],
    ['{{ nextContactDate | date: "%d" }} {{ FIRSTNAME }} {{ Owner.Email }} {{ createdBy.name }}', undefined],
  ])('%s is checked', (text, error) => {
    expect(templateErrors(types, contact, text)).toEqual(error === undefined ? [] : [error]);
  });

  it.each(['include', 'render', 'layout', 'block', 'tablerow', 'increment', 'decrement', 'liquid', 'echo'])('has no tag %s', (tag) => {
    expect(templateErrors(types, contact, `{% ${tag} "/etc/passwd" %}`)).toEqual([expect.stringContaining(`uses the tag ${tag} `)]);
  });

  it.each(['raw', 'json', 'sample', 'where_exp', 'sha256'])('has no filter %s', (filter) => {
    expect(templateErrors(types, contact, `{{ firstName | ${filter} }}`)).toEqual([expect.stringContaining(`uses the filter ${filter} `)]);
  });

  it('names each error once', () => {
    expect(templateErrors(types, contact, '{{a}} {{a}} {{b}} {{firstName}}')).toHaveLength(2);
  });

  it.each([
    [
      'its output',
      '{% for i in (1..9000) %}0123456789abcdef{% endfor %}',
      'cannot be filled: there are more than 100000 characters (line 1, column 25)',
    ],
    ['its values', '{% for i in (1..2000000) %}{% endfor %}', 'cannot be filled: memory alloc limit exceeded'],
    [
      'what filters make of them',
      '{% assign x = "0123456789" %}{% for i in (1..40) %}{% assign x = x | append: x %}{% endfor %}',
      'cannot be filled: memory alloc limit exceeded',
    ],
  ])('has a limit of %s', (_, text, message) => {
    expect(() => fill(text)).toThrow(message);
  });

  it('can be as long as its field, whatever its characters are', () => {
    expect(templateErrors(types, contact, '😀'.repeat(100_000))).toEqual([]);
  });
});

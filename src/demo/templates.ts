import type { AutomationTemplate } from '../automation';
import { fold } from '../core/text/fold';
import type { DemoContext } from './demo-context';
import { demoRecord, type DemoRecords } from './demo-record';

type Template = Pick<AutomationTemplate, 'kind' | 'recordType' | 'subject' | 'text' | 'html'> & { readonly name: string };

const TEMPLATES: readonly Template[] = [
  {
    name: 'Welcome to a contact',
    kind: 'email',
    recordType: 'Contact',
    subject: 'Welcome{% if firstName %}, {{firstName}}{% endif %}',
    text: null,
    html:
      '<p>Dear {{firstName | default: "colleague"}},</p>\n' +
      '<p>thank you for choosing us. Your consultant is <b>{{owner.name}}</b>{% if owner.phone != blank %}, {{owner.phone}}{% endif %}.</p>',
  },
  {
    name: 'Availability of a candidate',
    kind: 'text',
    recordType: 'Candidate',
    subject: null,
    text: 'Ask {{firstName}} about the time from {{availabilityDate | date: "%A, %-d %B" | default: "now"}} on.',
    html: null,
  },
];

/** The library to which automations refer. */
export function* templates(context: DemoContext): DemoRecords {
  const about = { createdDate: context.day(-60), updatedDate: context.day(-20), deleted: false, version: 1 };
  for (const [index, template] of TEMPLATES.entries())
    yield demoRecord('AutomationTemplate', { id: index + 1, ...template, nameKey: fold(template.name), ...about });
}

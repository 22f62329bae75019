import type { JsonSchema } from '../../definition/schema-parser';
import { findTemplate } from '../../templates/find-template';
import type { TemplateKind } from '../../automation.entity';
import { storedId, type Param } from './param';
import { unsubscribeUrlError } from './template';

/** The id of a template of a kind, for the type of record of the rule. */
export const templateID = (kind: TemplateKind): Param<number> =>
  storedId(async (id, { record }, { em, settings }) => {
    const found = await findTemplate(em, id);
    if (found?.kind === kind && found.recordType === record.name) return unsubscribeUrlError(found, settings);
    const what = `must be the id of a template of kind ${kind} for the record type ${record.name}`;
    return found ? `${what}: ${id} is of kind ${found.kind} for ${found.recordType}` : what;
  });

const ABSENT: JsonSchema = { not: {}, description: 'absent: the texts are those of the template' };

/** The schema of an object that has these properties. */
export const having = (...names: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
  required: names,
});

/** The texts of an action are in a template, or in its own params. */
export const ownOrTemplate = (texts: readonly string[], own: JsonSchema): JsonSchema => ({
  if: having('templateId'),
  then: { properties: Object.fromEntries(texts.map((name) => [name, ABSENT])) },
  else: own,
});

import { templateErrors } from '../../templates/template';
import type { Form } from '../../templates/liquid';
import { haveUnsubscribeUrl, type Texts } from '../../templates/texts';
import { text, type Environment, type Param } from './param';

/** A link needs to know where the service is reached. */
export const unsubscribeUrlError = (texts: Texts, { publicUrl }: Environment['settings']): string | undefined =>
  publicUrl === undefined && haveUnsubscribeUrl(texts) ? 'uses {{unsubscribeUrl}}, which needs the setting PUBLIC_URL' : undefined;

/** A text in Liquid with fields of the rule's record, and of those that it refers to. */
export const template = (maxLength: number, form: Form = 'text'): Param<string> => ({
  ...text(maxLength),
  validate: (value, { types, record }) => templateErrors(types, record, value, form),
  environmentError: async (text, _, { settings }) => unsubscribeUrlError({ text }, settings),
});

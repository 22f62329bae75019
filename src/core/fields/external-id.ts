import { columns, SHORT_TEXT } from '../sql/columns';
import { field, type DecoratorFor, type FieldKind } from './declare-field';
import { textRule } from './value-rules';

const KEY = {
  type: 'text',
  source: { in: 'column', column: { ...columns.text(SHORT_TEXT), nullable: true } },
  schema: { type: String, maxLength: SHORT_TEXT },
} as const satisfies Partial<FieldKind>;

const FORM = {
  test: (text: string) => text === text.trim() && !/\p{Cc}/u.test(text),
  message: 'must not begin or end with a space, and must not contain control characters',
};

/** The caller's own key of a record: unique among the records of its type that are not deleted, compared exactly. Left out when unset. */
export const ExternalID = (example: string): DecoratorFor<string | undefined> =>
  field(
    { ...KEY, rule: { ...textRule(SHORT_TEXT, FORM), parse: (text) => text || null }, unset: undefined },
    {
      example,
      exampleSent: '',
      description: "The caller's own key, unique among records that are not deleted; upper and lower case differ. Left out when unset.",
    },
  );

/** Under a unique index: the externalID of a record that is not deleted. */
export const ExternalKey = (): DecoratorFor<string | null> =>
  field({ ...KEY, rule: textRule(SHORT_TEXT), unset: null }, { inResponse: 'nowhere', hidden: true, derived: true, unique: true });

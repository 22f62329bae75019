/** What the manual says of a setting. */
export interface SettingDescription {
  readonly variable: string;
  readonly default: string | undefined;
  readonly sentence: string;
}

interface DeclaredSetting extends SettingDescription {
  readonly property: string;
  readonly read: (text: string) => unknown;
}

/** A wrong or missing setting. The message names the variable and what is allowed, never the value: it may be a secret. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** What a reader of a setting's text throws: the second half of the sentence "PORT must be …". */
export class NotAllowed extends Error {}

type PropertyOf<V> = <T extends object, K extends keyof T & string>(target: T, key: V extends T[K] ? K : never) => void;

const declared = new Map<object, DeclaredSetting[]>();

/** A property of the settings: the variable it comes from, its default, what it is for, and how its text is read. */
export function Setting<V>(variable: string, byDefault: string | undefined, sentence: string, read: (text: string) => V): PropertyOf<V> {
  return (target: object, property: string) => {
    const setting = { variable, property, default: byDefault, sentence, read };
    declared.set(target, [...(declared.get(target) ?? []), setting]);
  };
}

export const settingsOf = (type: Function): readonly DeclaredSetting[] => declared.get(type.prototype as object) ?? [];

/**
 * The value of one setting; an empty text counts as not set, as container tools pass it.
 * @throws SettingError
 */
export function valueOf(setting: DeclaredSetting, environment: NodeJS.ProcessEnv): unknown {
  const text = environment[setting.variable] || setting.default;
  if (text === undefined) return undefined;
  try {
    return setting.read(text);
  } catch (error) {
    if (error instanceof NotAllowed) throw new SettingError(`${setting.variable} must be ${error.message}.`);
    throw error;
  }
}

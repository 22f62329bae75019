import { OperatorError } from './operator-error';

/** The documentation of a setting. */
export interface SettingDescription {
  readonly variable: string;
  readonly default: string | undefined;
  readonly description: string;
}

interface DeclaredSetting extends SettingDescription {
  readonly property: string;
  readonly read: (text: string) => unknown;
}

/** A wrong or missing setting. The message names the variable and what is allowed, never the value: it may be a secret. */
export class SettingError extends OperatorError {
  override readonly name = 'SettingError';
}

/** Thrown by the parser of a setting. The message completes the sentence "PORT must be …". */
export class InvalidValue extends Error {}

type PropertyOf<V> = <T extends object, K extends keyof T & string>(target: T, key: V extends T[K] ? K : never) => void;

const declared = new Map<object, DeclaredSetting[]>();

/** A setting: its environment variable, default, description and parser. */
export function Setting<V>(
  variable: string,
  defaultText: string | undefined,
  description: string,
  read: (text: string) => V,
): PropertyOf<V> {
  return (target: object, property: string) => {
    const setting = { variable, property, default: defaultText, description, read };
    declared.set(target, [...(declared.get(target) ?? []), setting]);
  };
}

/** Those of a class and of the classes that it extends. */
export const settingsOf = (type: Function): readonly DeclaredSetting[] => settingsOfPrototype(type.prototype as object);

const settingsOfPrototype = (prototype: object | null): readonly DeclaredSetting[] =>
  prototype ? [...settingsOfPrototype(Object.getPrototypeOf(prototype) as object | null), ...(declared.get(prototype) ?? [])] : [];

/**
 * The value of one setting. An empty text counts as not set, because container tools pass it for unset variables.
 * @throws SettingError
 */
export function valueOf(setting: DeclaredSetting, environment: NodeJS.ProcessEnv): unknown {
  const text = environment[setting.variable] || setting.default;
  if (text === undefined) return undefined;
  try {
    return setting.read(text);
  } catch (error) {
    if (error instanceof InvalidValue) throw new SettingError(`${setting.variable} must be ${error.message}.`);
    throw error;
  }
}

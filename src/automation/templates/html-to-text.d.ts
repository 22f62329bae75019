/** The package has no types of its own. */
declare module 'html-to-text' {
  interface Options {
    readonly wordwrap?: number | false;
    readonly selectors?: readonly { readonly selector: string; readonly format?: string; readonly options?: object }[];
  }

  /** @returns what makes plain text of HTML */
  export function compile(options: Options): (html: string) => string;
}

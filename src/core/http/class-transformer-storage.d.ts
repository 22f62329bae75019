/** The storage of `@Type()`: the package has types for it, but under another path. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}

export * from './bind';
export * from './sql';

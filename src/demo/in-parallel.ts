/** Works on the items in their order, so many at a time. */
export async function inParallel<T>(items: Iterable<T>, most: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = oneByOne(items);
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
}

/** All workers take from one generator, which ends for the others when one of them fails. */
function* oneByOne<T>(items: Iterable<T>): Generator<T> {
  yield* items;
}

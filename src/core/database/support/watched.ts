import type { EntityManager } from 'typeorm';

/** The same in an open transaction, telling when a statement is sent. */
export function watched(em: EntityManager, onStatement: () => void): EntityManager {
  const runner = em.queryRunner!;
  const connect = (): unknown => {
    onStatement();
    return runner.connect() as unknown;
  };
  return Object.create(em, { queryRunner: { value: Object.create(runner, { connect: { value: connect } }) as unknown } }) as EntityManager;
}

import { Module, type DynamicModule } from '@nestjs/common';
import type { ProblemClass } from '../../problems';
import { ProblemKinds } from './problem-kinds';
import { ProblemPagesController } from './problem-pages.controller';

/** A page for each type of problem. */
@Module({ controllers: [ProblemPagesController] })
export class ProblemPagesModule {
  static with(classes: readonly ProblemClass[]): DynamicModule {
    return { module: ProblemPagesModule, providers: [{ provide: ProblemKinds, useValue: new ProblemKinds(classes) }] };
  }
}

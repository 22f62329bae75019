import { Global, Module } from '@nestjs/common';
import { ChangeLog } from './change-log.service';
import { ChangesController } from './changes.controller';
import { Feed } from './feed.service';
import { ChangeRetention } from './retention';
import { Sequencer } from './sequencer.service';

/** The order of changes, for everyone who follows them, inside and outside. */
@Global()
@Module({ controllers: [ChangesController], providers: [Sequencer, ChangeLog, Feed, ChangeRetention], exports: [ChangeLog] })
export class ChangesModule {}

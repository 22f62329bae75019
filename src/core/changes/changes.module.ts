import { Global, Module } from '@nestjs/common';
import { ChangeMetrics } from './change-metrics.service';
import { ChangeLog } from './change-log.service';
import { ChangeStream } from './change-stream.service';
import { ChangesController } from './changes.controller';
import { Feed } from './feed.service';
import { ChangeRetention } from './retention';
import { Sequencer } from './sequencer.service';

/** The change feed, for other modules and for API callers. */
@Global()
@Module({
  controllers: [ChangesController],
  providers: [Sequencer, ChangeLog, Feed, ChangeStream, ChangeRetention, ChangeMetrics],
  exports: [ChangeLog],
})
export class ChangesModule {}

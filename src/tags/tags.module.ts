import { Module } from '@nestjs/common';
import { recordTagsController } from './record-tags.controller';
import { RecordTagsService } from './record-tags.service';

@Module({
  controllers: [recordTagsController('Candidate'), recordTagsController('Contact'), recordTagsController('Job')],
  providers: [RecordTagsService],
})
export class TagsModule {}

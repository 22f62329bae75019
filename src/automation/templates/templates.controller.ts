import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, CreatesOnce, Fails, IfMatch, PathId, Returns, Safe, type ExpectedVersion } from '../../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../core/records';
import { templates } from '../automation.records';
import { TemplatePreviewService } from './template-preview.service';
import {
  AutomationTemplateCreateDto,
  AutomationTemplateDto,
  AutomationTemplateUpdateDto,
  FilledTextsDto,
  TemplatePreviewRequestDto,
  UnsavedTemplatePreviewDto,
} from './template.dto';

const UPDATE =
  'Absent fields keep their value, null clears a field. Later runs use the new texts. 409 if an active automation that uses the ' +
  'template could not run any more.';
const DELETION =
  'Marks the template as deleted: it can still be read by id but is not listed. A PUT with deleted: false restores it. 409 while an ' +
  'active automation uses it.';
const PREVIEW = 'Filled as in a run at this moment, with the values that you may see.';

@ApiTags('Automation')
@Area('automation')
@Controller('api/Automation/Templates')
export class TemplatesController {
  constructor(
    private readonly records: Records,
    private readonly previews: TemplatePreviewService,
  ) {}

  @ListRoute(templates, AutomationTemplateDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, templates, query);
  }

  @Post('Preview')
  @Safe()
  @ApiOperation({
    operationId: 'AutomationTemplates_previewUnsaved',
    summary: 'Show a template that is not saved for a record',
    description: PREVIEW,
  })
  @Returns(FilledTextsDto)
  previewUnsaved(@CurrentCaller() caller: Caller, @Body() body: UnsavedTemplatePreviewDto) {
    return this.previews.unsaved(caller, body);
  }

  @FindRoute(templates, AutomationTemplateDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, templates, id, query);
  }

  @CreatesOnce()
  @CreateRoute(templates, AutomationTemplateDto)
  create(@CurrentCaller() caller: Caller, @Body() body: AutomationTemplateCreateDto) {
    return this.records.create(caller, templates, body);
  }

  @UpdateRoute(templates, AutomationTemplateDto, { description: UPDATE })
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Body() body: AutomationTemplateUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, templates, id, body, { expected });
  }

  @RemoveRoute(templates, { description: DELETION })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, templates, id, expected);
  }

  @Post(':id/Preview')
  @Safe()
  @ApiOperation({ operationId: 'AutomationTemplates_preview', summary: 'Show a template for a record', description: PREVIEW })
  @Returns(FilledTextsDto)
  @Fails(404)
  preview(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: TemplatePreviewRequestDto) {
    return this.previews.stored(caller, id, body);
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import { InvalidRequest } from '../../core/problems';
import { checkVisible, displayName, notFound, visibleIds } from '../../core/records';
import { UnsubscribeLinks } from '../../deliveries';
import { templates } from '../automation.records';
import { textsErrors, type TextsOfKind } from './check-texts';
import { findTemplate } from './find-template';
import type { TemplatePreviewRequestDto, UnsavedTemplatePreviewDto } from './template.dto';
import { TemplateError } from './template';
import { fillerOf, type FilledTexts } from './texts';

/** Shows what runs would write, with the values that the caller sees. */
@Injectable()
export class TemplatePreviewService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly links: UnsubscribeLinks,
  ) {}

  /** @throws NotFound for a template that is not there or is deleted */
  stored(caller: Caller, id: number, request: TemplatePreviewRequestDto): Promise<FilledTexts> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, templates, id);
      return this.fill(view, (await findTemplate(view.em, id)) ?? notFound(templates, id), request);
    });
  }

  /** @throws InvalidRequest for texts that cannot be saved */
  unsaved(caller: Caller, request: UnsavedTemplatePreviewDto): Promise<FilledTexts> {
    return this.transactions.read(caller, (view) => {
      const template = request as UnsavedTemplatePreviewDto & TextsOfKind;
      const errors = textsErrors(view.types, template);
      if (errors.length > 0) throw InvalidRequest.because(errors);
      return this.fill(view, template, request);
    });
  }

  private async fill(view: View, template: TextsOfKind, { recordId, timeZone }: TemplatePreviewRequestDto): Promise<FilledTexts> {
    const record = view.types.named(template.recordType);
    if ((await visibleIds(view, record, [recordId])).length === 0)
      throw InvalidRequest.because([{ pointer: '/recordId', detail: `must be the id of an existing ${displayName(record)}` }]);
    const fill = await fillerOf(view, record, [recordId], timeZone ?? this.settings.timeZone, template);
    try {
      return fill(recordId, { unsubscribeUrl: this.links.urlFor({ type: record.name, id: recordId }) });
    } catch (error) {
      if (error instanceof TemplateError) throw new InvalidRequest(`With the values of this record, the text ${error.message}.`);
      throw error;
    }
  }
}

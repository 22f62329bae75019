import type { RuledType } from '../core/fields/record-types';
import { applicationRules } from './applications/application.rules';
import { interviewRules } from './interviews/interview.rules';
import { offerRules } from './offers/offer.rules';

export const pipelineTypes = (): readonly RuledType[] => [applicationRules, interviewRules, offerRules];

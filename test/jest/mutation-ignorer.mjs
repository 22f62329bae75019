import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** What is called with words for people: errors, problems, and logs. */
const SPEAKERS =
  /^(addError|complain|because|log|warn|debug|info|\w*Error|Action\w+|NotFound|Conflict|Forbidden\w*|PreconditionFailed|RetryLater)$/;

/** Leaves messages and logs as they are: tests check what is wrong and where, not each word of it. */
class WordsForPeople {
  shouldIgnore(path) {
    if (!isText(path) || isPointer(path.node)) return undefined;
    const call = path.findParent((each) => each.isCallExpression() || each.isNewExpression() || each.isStatement());
    return call && !call.isStatement() && SPEAKERS.test(nameOf(call.node.callee)) ? 'words for people' : undefined;
  }
}

const isText = (path) => path.isStringLiteral() || path.isTemplateLiteral();
const isPointer = ({ value }) => value?.startsWith('/') ?? false;
const nameOf = (callee) => callee.name ?? callee.property?.name ?? '';

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, 'words-for-people', WordsForPeople)];

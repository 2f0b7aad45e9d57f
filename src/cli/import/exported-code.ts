import { addDialog, dropOptions, filesOf } from './actions.ts';
import type { CaseWriter } from './case-writer.ts';
import { exchangePattern } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import {
  type Elements,
  nothing,
  optionsOf,
  piecesOf,
  selectorsOf,
  textOf,
  textOrPatternOf,
  type Value,
} from './value.ts';
import type { Walker } from './walker.ts';

interface Tools {
  readonly writer: CaseWriter;
  readonly walker: Walker;
}

type Helper = (args: readonly Value[], tools: Tools) => Value;

const page: Value = { kind: 'page', page: 0 };
const dialogs: Value = { kind: 'global', name: 'exported.dialogs' };

/** What the helper functions of exported code stand for (`service/code-export/helpers.ts`). */
const exportedHelpers: Readonly<Record<string, Helper>> = {
  address: ([path]) => path ?? nothing,
  escapeRegExp: ([value]) => value ?? nothing,
  nonEmpty: ([expected]) => expected ?? nothing,
  variable: ([name]) => variable(textOf(name)),
  ifGiven: ([name]) => variable(textOf(name)),
  dynamicVariable: ([, name]) => variable(`$${textOf(name)}`),
  clipboard: () => variable('$OCTO_CLIPBOARD'),
  requestWithHeaders: ([, url]) => ({ kind: 'response', address: textOf(url) }),
  loaded: () => nothing,
  textOf: ([of], { writer }) => ({
    kind: 'reading',
    method: 'textContent',
    of: of ?? nothing,
    args: [],
    after: writer.last,
  }),
  attributeOf: ([of, name], { writer }) => ({
    kind: 'reading',
    method: 'getAttribute',
    of: of ?? nothing,
    args: name === undefined ? [] : [name],
    after: writer.last,
  }),
  mayFail([steps], { writer, walker }) {
    const before = writer.steps.length;
    if (steps?.kind === 'function') walker.inline(steps, []);
    for (const step of writer.steps.slice(before)) step.element = { ...step.element, ignoreFailure: true };
    return nothing;
  },
  upload([input, request], { writer, walker }) {
    const response = request?.kind === 'function' ? walker.inline(request, []) : nothing;
    if (response.kind !== 'response') throw new NotImported('the file is known only when the test runs');
    writer.act({ action: 'UPLOAD', calledWith: response.address }, selectorsOf(elementsOf(input)));
    return nothing;
  },
  uploadFiles([input, files], { writer }) {
    writer.act({ action: 'UPLOAD', calledWith: { file: filesOf(files) } }, selectorsOf(elementsOf(input)));
    return nothing;
  },
  downloadedName([, link], { writer }) {
    const interaction = { action: 'DOWNLOAD' as const, calledWith: exchangePattern([{ plain: '.' }]) };
    const step = writer.act(interaction, selectorsOf(elementsOf(link)));
    return {
      kind: 'reading',
      method: 'suggestedFilename',
      of: { kind: 'download', step },
      args: [],
      after: step,
    };
  },
  dragByMouse([, source, target, position], { writer }) {
    const { options } = { options: {}, ...dropOptions(position) };
    const calledWith = {
      selectors: selectorsOf(elementsOf(target)),
      options: { ...options, angularWorkaround: true },
    };
    writer.act({ action: 'DRAG_AND_DROP', calledWith }, selectorsOf(elementsOf(source)));
    return nothing;
  },
  runInPage([, body], { writer }) {
    writer.act({ action: 'JAVASCRIPT', calledWith: { code: codeText(body), execType: 'browser' } });
    return nothing;
  },
  untilTrue([, body], { writer }) {
    writer.act({ action: 'WAIT_FOR', calledWith: { type: 'code', code: codeText(body) } });
    return nothing;
  },
  closePage(_, { writer }) {
    writer.act({ action: 'CLOSE_PAGE' });
    return page;
  },
  switchPage([, , to], { writer }) {
    const calledWith = textOf(to);
    if (calledWith !== 'new' && calledWith !== 'previous' && calledWith !== 'next') {
      throw new NotImported(`the page ${calledWith}`);
    }
    writer.act({ action: 'SWITCH_PAGE', calledWith });
    return page;
  },
  answerDialogs: () => dialogs,
  'dialogs.next'([dialog], { writer }) {
    const fields = optionsOf(dialog, ['accept', 'message', 'promptText'], []);
    const [accept, message, promptText] = ['accept', 'message', 'promptText'].map((name) => fields.get(name));
    addDialog(writer, {
      accept: accept?.kind === 'boolean' && accept.value,
      ...(message === undefined ? {} : { messageContaining: textOrPatternOf(message) }),
      ...(promptText === undefined ? {} : { promptText: textOf(promptText) }),
    });
    return nothing;
  },
  'dialogs.answered': () => nothing,
};

export function exportedHelper(name: string): Helper | undefined {
  return Object.hasOwn(exportedHelpers, name) ? exportedHelpers[name] : undefined;
}

function variable(name: string): Value {
  return { kind: 'text', pieces: [{ name }] };
}

function elementsOf(value: Value | undefined): Elements {
  if (value?.kind === 'elements') return value;
  throw new NotImported('the element is known only when the test runs');
}

/** Code has dollar signs of its own, which are not escaped. */
function codeText(value: Value | undefined): string {
  return piecesOf(value ?? nothing)
    .map((each) => ('name' in each ? `$${each.name}` : each.plain))
    .join('');
}

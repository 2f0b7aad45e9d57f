import { defined } from '../../common/defined.ts';
import { dialogAnswer, dropOptions, filesOf } from './actions.ts';
import { exchangePattern } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import type { GlobalMethod } from './playwright-methods.ts';
import {
  type Args,
  firstPage,
  isConstant,
  nothing,
  optionsOf,
  selectorsOf,
  textOf,
  textOrPatternOf,
  titleOf,
  variable,
} from './value.ts';

const first: GlobalMethod = (_, [value]) => value;
const withoutEffect: GlobalMethod = () => undefined;
const namedVariable: GlobalMethod = (_, [name]) => variable(textOf(name));

/** What the helper functions of exported code stand for (`service/code-export/helpers.ts`). */
export const exportedHelpers: Readonly<Record<string, GlobalMethod>> = {
  address: first,
  escapeRegExp: first,
  nonEmpty: first,
  variable: namedVariable,
  ifGiven: namedVariable,
  dynamicVariable: (_, [, name]) => variable(`$${textOf(name)}`),
  clipboard: () => variable('$OCTO_CLIPBOARD'),
  requestWithHeaders: (_, [, url]) => ({ kind: 'response', address: textOf(url) }),
  loaded: withoutEffect,
  textOf: (on, [of = nothing]) => on.writer.reading(of, 'textContent'),
  attributeOf: (on, [of = nothing, ...name]) => on.writer.reading(of, 'getAttribute', name),
  mayFail({ writer, walker }, [steps]) {
    const { last } = writer;
    walker.run(steps, []);
    for (const step of writer.stepsSince(last)) step.element = { ...step.element, ignoreFailure: true };
  },
  upload({ writer, walker }, [input, request]) {
    const response = walker.run(request, []);
    if (response.kind !== 'response') throw new NotImported('the file is known only when the test runs');
    writer.act({ action: 'UPLOAD', calledWith: response.address }, selectorsOf(input));
  },
  uploadFiles({ writer }, [input, files]) {
    writer.act({ action: 'UPLOAD', calledWith: { file: filesOf(files) } }, selectorsOf(input));
  },
  downloadedName(on, [, link]) {
    const calledWith = exchangePattern([{ plain: '.' }]);
    const step = on.writer.act({ action: 'DOWNLOAD', calledWith }, selectorsOf(link));
    return on.writer.reading({ kind: 'download', step }, 'suggestedFilename');
  },
  dragByMouse({ writer }, [, source, target, position]) {
    const { options } = { options: {}, ...dropOptions(position) };
    const calledWith = { selectors: selectorsOf(target), options: { ...options, angularWorkaround: true } };
    writer.act({ action: 'DRAG_AND_DROP', calledWith }, selectorsOf(source));
  },
  runInPage({ writer }, [, code = nothing]) {
    writer.act({ action: 'JAVASCRIPT', calledWith: { code: titleOf(code), execType: 'browser' } });
  },
  untilTrue({ writer }, [, code = nothing]) {
    writer.act({ action: 'WAIT_FOR', calledWith: { type: 'code', code: titleOf(code) } });
  },
  closePage({ writer }) {
    writer.act({ action: 'CLOSE_PAGE' });
    return firstPage;
  },
  switchPage({ writer }, [, , to]) {
    const calledWith = textOf(to);
    if (calledWith !== 'new' && calledWith !== 'previous' && calledWith !== 'next')
      throw new NotImported(`the page ${calledWith}`);
    writer.act({ action: 'SWITCH_PAGE', calledWith });
    return firstPage;
  },
  answerDialogs: () => ({ kind: 'global', name: 'exported.dialogs' }),
  'dialogs.next'({ writer }, [dialog]: Args) {
    const fields = optionsOf(dialog, ['accept', 'message', 'promptText']);
    const [message, promptText] = [fields.get('message'), fields.get('promptText')];
    const answer = dialogAnswer({
      accept: isConstant(fields.get('accept'), true),
      ...defined({
        messageContaining: message && textOrPatternOf(message),
        promptText: promptText && textOf(promptText),
      }),
    });
    writer.act(answer);
  },
  'dialogs.answered': withoutEffect,
};

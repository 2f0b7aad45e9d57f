import { optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import type { Framework } from '../javascript/framework.ts';
import { exchangePattern, textOf, textOrPatternOf, titleOf, variable } from '../javascript/texts.ts';
import { firstPage, global, is, NotImported, type Value } from '../javascript/value.ts';
import { dialogAnswer, dropOptions, filesOf } from '../steps/actions.ts';

/** What is called by its name. */
type Helper = (on: Framework, args: readonly Value[]) => Value;

const first: Helper = (_, [value]) => value;
const withoutEffect: Helper = () => undefined;
const namedVariable: Helper = (_, [name]) => variable(textOf(name));

/** What the helper functions of exported code stand for (`service/code-export/helpers.ts`). */
export const exportedHelpers: Readonly<Record<string, Helper>> = {
  address: first,
  escapeRegExp: first,
  nonEmpty: first,
  variable: namedVariable,
  ifGiven: namedVariable,
  dynamicVariable: (_, [, name]) => variable(`$${textOf(name)}`),
  clipboard: () => variable('$OCTO_CLIPBOARD'),
  requestWithHeaders: (_, [, url]) => ({ kind: 'response', address: textOf(url) }),
  loaded: withoutEffect,
  textOf: (on, [of]) => ({ ...on.writer.reading(of, 'textContent'), isExtracted: true }),
  attributeOf: (on, [of, ...name]) => ({
    ...on.writer.reading(of, 'getAttribute', name),
    isExtracted: true,
  }),
  mayFail({ writer, interpreter }, [steps]) {
    const { last } = writer;
    interpreter.run(steps, []);
    interpreter.stepsMayFail(last);
  },
  upload({ writer, interpreter }, [input, request]) {
    const response = interpreter.run(request, []);
    if (!is(response, 'response')) throw new NotImported('the file is known only when the test runs');
    writer.act({ action: 'UPLOAD', calledWith: response.address }, selectorsOf(input));
  },
  clickControl({ writer }, [control]) {
    writer.act({ action: 'CLICK' }, selectorsOf(control));
  },
  // Called by `upload` and `uploadFiles` only.
  setFiles: withoutEffect,
  uploadFiles({ writer }, [input, files]) {
    writer.act({ action: 'UPLOAD', calledWith: { file: filesOf(files) } }, selectorsOf(input));
  },
  downloadedName(on, [, link]) {
    const calledWith = exchangePattern({ source: '.', flags: '' });
    const step = on.writer.act({ action: 'DOWNLOAD', calledWith }, selectorsOf(link));
    return on.writer.reading({ kind: 'download', step }, 'suggestedFilename');
  },
  dragByMouse({ writer }, [, source, target, position]) {
    const { options } = { options: {}, ...dropOptions(position) };
    const calledWith = { selectors: selectorsOf(target), options: { ...options, angularWorkaround: true } };
    writer.act({ action: 'DRAG_AND_DROP', calledWith }, selectorsOf(source));
  },
  runInPage({ writer }, [, code]) {
    writer.runInPage(titleOf(code));
    return undefined;
  },
  untilTrue: ({ writer }, [, code]) => writer.waitUntil(titleOf(code)),
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
  answerDialogs: () => global('exported.dialogs'),
  'dialogs.next'({ writer }, [dialog]) {
    const fields = optionsOf(dialog, ['accept', 'message', 'promptText']);
    const [message, promptText] = [fields.get('message'), fields.get('promptText')];
    const answer = dialogAnswer({
      accept: fields.get('accept') === true,
      ...(message === undefined ? {} : { messageContaining: textOrPatternOf(message) }),
      ...(promptText === undefined ? {} : { promptText: textOf(promptText) }),
    });
    writer.act(answer);
  },
  'dialogs.answered': withoutEffect,
};

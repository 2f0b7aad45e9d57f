import type * as js from 'acorn';
import { joinFilled } from '../../../common/text.ts';
import { isNotImported, type Step } from '../imported-file.ts';
import { scriptCall, scriptMember, scriptWith } from '../steps/script-values.ts';
import { Classes, setterOf } from './classes.ts';
import type { Interpretation } from './framework.ts';
import {
  binary,
  isPure,
  isTruthy,
  listOf,
  nativeFunction,
  nativeMethod,
  withinLimit,
} from './native-methods.ts';
import { randomValue } from './random-values.ts';
import { hasVariables, rawText, titleOf } from './texts.ts';
import {
  is,
  isStale,
  isTagged,
  methodOf,
  NotImported,
  type Of,
  objectOf,
  onlyWhenRun,
  type Scope,
  stale,
  unknown,
  unknownName,
  type Value,
} from './value.ts';

/** Methods that read a text, or those of several elements. */
const readsText = /^(?:all\w+|textContent|innerText|inputValue|getAttribute)$/;

/** Functions that make a number of a text. */
const numberFunctions = /^(?:Number|(?:Number\.)?parse(?:Int|Float))$/;

/** What the expressions of a spec stand for. */
export class Expressions {
  readonly #interpreter: Interpretation;
  readonly #classes: Classes;
  /** How many texts are random so far. */
  #randomTexts = 0;

  constructor(interpreter: Interpretation) {
    this.#interpreter = interpreter;
    this.#classes = new Classes(interpreter);
  }

  /** @throws NotImported if the value is known only when the test runs. */
  evaluate(node: js.Expression | js.Super | js.ClassDeclaration, scope: Scope): Value {
    const value = this.#evaluate(node, scope);
    if (is(value, 'unknown')) throw new NotImported(value.reason);
    if (isStale(value)) throw new NotImported(stale.reason);
    return this.#interpreter.tracked.note(value);
  }

  /** As `evaluate`, for what nothing uses: what a function returns may be unknown. */
  perform(node: js.Expression, scope: Scope): Value {
    if (node.type === 'AwaitExpression') return this.#interpreter.awaited(this.perform(node.argument, scope));
    return node.type === 'CallExpression' ? this.#call(node, scope) : this.evaluate(node, scope);
  }

  #evaluate(node: js.Expression | js.Super | js.ClassDeclaration, scope: Scope): Value {
    switch (node.type) {
      case 'Literal':
        if (node.regex != null)
          return { kind: 'pattern', source: node.regex.pattern, flags: node.regex.flags };
        if (typeof node.value !== 'bigint' && !(node.value instanceof RegExp)) return node.value;
        break;
      case 'TemplateLiteral':
        return this.#template(node, scope);
      case 'Identifier':
        return node.name === 'undefined' ? undefined : scope.get(node.name);
      case 'ThisExpression':
      case 'Super':
        return scope.get(node.type === 'Super' ? 'super' : 'this');
      case 'ConditionalExpression': {
        const isChosen = isTruthy(this.evaluate(node.test, scope));
        return this.evaluate(isChosen ? node.consequent : node.alternate, scope);
      }
      case 'MemberExpression': {
        const of = this.evaluate(node.object, scope);
        if (of == null && node.optional) return undefined;
        return this.member(of, this.key(node.property, node.computed, scope));
      }
      case 'CallExpression':
        return this.#call(node, scope);
      case 'NewExpression': {
        const of = this.evaluate(node.callee, scope);
        if (is(of, 'class')) return this.#classes.create(of, this.#items(node.arguments, scope));
        return this.callGlobal(of, 'new', () => this.#items(node.arguments, scope));
      }
      case 'MetaProperty':
        return scope.get('import.meta');
      case 'AwaitExpression':
        return this.#interpreter.awaited(this.evaluate(node.argument, scope));
      case 'ChainExpression':
        return this.evaluate(node.expression, scope);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        this.#interpreter.log.declare(node);
        return { kind: 'function', node, scope };
      case 'ClassExpression':
      case 'ClassDeclaration':
        return this.#classes.declare(node, scope);
      case 'ArrayExpression':
        return this.#list(node.elements, scope);
      case 'ObjectExpression':
        return this.#object(node, scope);
      default:
        return this.#operation(node, scope);
    }
    throw new NotImported('this expression is known only when the test runs');
  }

  #operation(node: js.Expression, scope: Scope): Value {
    switch (node.type) {
      case 'UnaryExpression':
        return this.#unary(node, scope);
      case 'BinaryExpression': {
        if (node.left.type === 'PrivateIdentifier') break;
        return this.#sum(node.operator, this.evaluate(node.left, scope), this.evaluate(node.right, scope));
      }
      case 'LogicalExpression':
        return this.#either(node.operator, this.evaluate(node.left, scope), node.right, scope);
      case 'SequenceExpression':
        return node.expressions.map((each) => this.evaluate(each, scope)).at(-1);
      case 'AssignmentExpression':
        return this.#assign(node, scope);
      case 'UpdateExpression': {
        const before = this.evaluate(node.argument, scope);
        const after = this.#sum(node.operator.slice(1), before, 1);
        this.#set(node.argument, after, scope);
        return node.prefix ? after : before;
      }
    }
    throw new NotImported('this expression is known only when the test runs');
  }

  #template({ quasis, expressions }: js.TemplateLiteral, scope: Scope): string {
    const parts = expressions.map((each) => rawText(this.#withVariable(this.evaluate(each, scope))));
    return withinLimit(
      quasis.map(({ value }, index) => (value.cooked ?? '') + (parts[index] ?? '')).join(''),
    );
  }

  /** What is read of the page becomes a variable. */
  #withVariable(value: Value): Value {
    return is(value, 'reading') ? this.#interpreter.framework.toVariable(value) : value;
  }

  /** What is read of the page is stored in a map as a variable with the name of its key. */
  #stored([key, value]: Value[]): Value[] {
    if (!is(value, 'reading')) return [key, value];
    const named = { ...value, name: titleOf(key) };
    return [key, this.#interpreter.framework.toVariable(named, { replaces: true })];
  }

  #sum(operator: string, a: Value, b: Value): Value {
    // As a condition.
    if (operator === '>' && b === 0 && is(a, 'reading') && a.method === 'count') return a;
    const computed = this.#computedInPage(operator, a, b);
    if (computed !== undefined) return computed;
    const isSum = operator === '+' && (typeof a === 'string' || typeof b === 'string');
    return isSum ? binary(operator, this.#withVariable(a), this.#withVariable(b)) : binary(operator, a, b);
  }

  /** `before + 1`: a number of elements, or what code of the page gives, and a constant; undefined for other values. */
  #computedInPage(operator: string, a: Value, b: Value): Of<'script'> | undefined {
    if (!/^[-+*/]$/.test(operator)) return undefined;
    const scriptOf = (value: Value) =>
      is(value, 'reading') && value.method === 'count' ? this.#interpreter.framework.scriptOf(value) : value;
    if (typeof b === 'number') {
      const script = scriptOf(a);
      return is(script, 'script') ? scriptWith(script, (path) => `(${path} ${operator} ${b})`) : undefined;
    }
    const script = typeof a === 'number' ? scriptOf(b) : undefined;
    return is(script, 'script') ? scriptWith(script, (path) => `(${a} ${operator} ${path})`) : undefined;
  }

  #unary({ operator, argument }: js.UnaryExpression, scope: Scope): Value {
    const value = this.evaluate(argument, scope);
    if (operator === '!') return !isTruthy(value);
    if (operator === '-' && typeof value === 'number') return -value;
    if (operator === '+' && typeof value === 'string' && !hasVariables(value)) return Number(value);
    if (operator === 'void') return undefined;
    if (operator === 'typeof' && !isTagged(value)) return typeof value;
    throw new NotImported(`the operator ${operator} has no equivalent`);
  }

  /** A variable of the environment with a default: the default, unless it is an address that the run sets. */
  #either(operator: string, value: Value, right: js.Expression, scope: Scope): Value {
    if (typeof value !== 'string' || !hasVariables(value)) {
      const isRight = operator === '??' ? value == null : isTruthy(value) === (operator === '&&');
      return isRight ? this.evaluate(right, scope) : value;
    }
    const isRead = this.#interpreter.framework.hasReading(value);
    if (isRead && operator === '??') return value;
    if (isRead) throw new NotImported(`the value ${onlyWhenRun}`);
    if (operator === '&&') throw new NotImported('a condition of the environment has no equivalent');
    const other = this.evaluate(right, scope);
    return typeof other === 'string' && /^https?:/.test(other) ? value : other;
  }

  #assign({ left, right, operator }: js.AssignmentExpression, scope: Scope): Value {
    if (left.type !== 'Identifier' && left.type !== 'MemberExpression')
      throw new NotImported('this assignment has no equivalent');
    const value = this.#assigned(operator.slice(0, -1), left, right, scope);
    this.#set(left, value, scope);
    return value;
  }

  /** @param operator what stands before the equals sign. */
  #assigned(operator: string, left: js.Expression, right: js.Expression, scope: Scope): Value {
    if (operator === '') return this.evaluate(right, scope);
    const before = this.evaluate(left, scope);
    if (/^(?:\|\||&&|\?\?)$/.test(operator)) return this.#either(operator, before, right, scope);
    return this.#sum(operator, before, this.evaluate(right, scope));
  }

  #set(to: js.Pattern | js.Expression, value: Value, scope: Scope): undefined {
    if (to.type === 'Identifier') return scope.assign(to.name, value);
    const of = to.type === 'MemberExpression' ? this.evaluate(to.object, scope) : undefined;
    const name = to.type === 'MemberExpression' ? this.key(to.property, to.computed, scope) : '';
    const setter = is(of, 'object') ? methodOf(of.class, setterOf(name)) : undefined;
    if (is(setter, 'function')) this.#interpreter.call(setter, [value], of);
    else if (is(of, 'object') || is(of, 'class')) of.fields.set(name, value);
    else if (Array.isArray(of) && name === 'length') withinLimit(of).length = Number(rawText(value));
    else if (Array.isArray(of) && /^\d{1,4}$/.test(name)) of[Number(name)] = value;
    else throw new NotImported('this assignment has no equivalent');
  }

  #call(node: js.CallExpression, scope: Scope): Value {
    const { callee } = node;
    const args = (): Value[] => this.#items(node.arguments, scope);
    // A message may follow.
    const expected = (): Value[] => this.#items(node.arguments.slice(0, 1), scope);
    if (callee.type === 'Super') return this.#classes.callSuper(args(), scope);
    if (callee.type !== 'MemberExpression') {
      const of = this.evaluate(callee, scope);
      if (of == null && node.optional) return undefined;
      return this.callGlobal(of, '', is(of, 'global') && of.name === 'expect' ? expected : args);
    }
    const last = this.#interpreter.testCase?.last;
    const name = this.key(callee.property, callee.computed, scope);
    const [first] = node.arguments;
    const { framework } = this.#interpreter;
    const isCalledAfter = name === 'then' && /Function/.test(first?.type ?? '');
    const of =
      isCalledAfter && framework.readsFunctionsAlone && callee.object.type !== 'Super'
        ? this.#interpreter.subject(callee.object, scope)
        : this.evaluate(callee.object, scope);
    if (is(of, 'unknown')) return framework.call(of, name, args);
    if (of == null && callee.optional) return undefined;
    if (name === 'catch' && !is(of, 'object')) return this.#caught(of, args(), last);
    if (name === 'then' && !framework.readsFunctionsAlone && !is(of, 'object') && node.arguments.length === 1)
      return this.#interpreter.run(args()[0], [this.#interpreter.awaited(of)]);
    const self = callee.object.type === 'Super' ? scope.get('this') : of;
    const member = is(of, 'object') || is(of, 'class') ? this.member(of, name, self) : undefined;
    if (is(member, 'function')) return this.#interpreter.call(member, args(), self);
    if (member !== undefined) return this.callGlobal(member, '', args);
    if (is(of, 'global') && `${of.name}.${name}` === 'Promise.all' && first?.type === 'ArrayExpression')
      return this.#interpreter.promiseAll(first.elements, scope);
    const items = is(of, 'reading') ? of.items : undefined;
    const native = nativeMethod(items ?? of, name, (callback, given) => {
      const value = this.#interpreter.run(callback, given);
      // What a command has found must exist, even if nothing uses it.
      if (name === 'forEach' || is(value, 'elements'))
        framework.onUnusedValue(this.#interpreter.awaited(value));
      return value;
    });
    if (native !== undefined) return native(is(of, 'collection') ? this.#stored(args()) : args());
    // Texts are trimmed before they are compared.
    if (is(of, 'reading') && /^(?:trim|toString)$/.test(name)) return of;
    if (is(of, 'reading') && isPure(name) && !/^(?:get|has|forEach)$/.test(name)) {
      const computed = scriptCall(this.#interpreter, framework.scriptOf(of), name, args());
      if (computed !== undefined) return computed;
    }
    return this.callGlobal(of, name, args);
  }

  /** Calls what has a name in JavaScript or the framework; of a value, its method. */
  callGlobal(of: Value, name: string, args: () => Value[]): Value {
    if (is(of, 'unknown')) throw new NotImported(of.reason);
    if (name === '' && !is(of, 'global') && !is(of, 'elements')) return this.#interpreter.run(of, args());
    const path = is(of, 'global') ? joinFilled([of.name, name], '.') : '';
    const native = nativeFunction(path, (callback, given) => this.#interpreter.run(callback, given));
    if (native !== undefined) {
      const given = args();
      const [number] = numberFunctions.test(path) ? given : [];
      const script = is(number, 'reading') ? this.#interpreter.framework.scriptOf(number) : number;
      return is(script, 'script') ? scriptWith(script, (code) => `${path}(${code})`) : native(given);
    }
    const isDated = path === 'Date.new' && args().length > 0;
    const random = isDated ? undefined : randomValue(path, () => this.#nextLetters());
    if (random !== undefined) return random;
    const declared = path === '' ? 'not declared' : this.#interpreter.declare(path, args);
    if (declared !== 'not declared') return declared;
    if (path === 'String') return rawText(this.#withVariable(args()[0]));
    return this.#interpreter.framework.call(of, name, args);
  }

  /** Nothing, `a`, `b`, and so on. */
  #nextLetters(): string {
    const count = this.#randomTexts;
    this.#randomTexts += 1;
    return count === 0 ? '' : String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
  }

  /** `promise.catch(() => {})`: its steps may fail. */
  #caught(of: Value, [handler]: Value[], last: Step | undefined): Value {
    const value = this.#interpreter.awaited(of);
    this.#interpreter.stepsMayFail(last);
    const { last: after, comments = [], isOff } = this.#interpreter.testCase ?? {};
    const other =
      handler === undefined ? undefined : this.#interpreter.run(handler, [unknownName('the error')]);
    if (other === false && is(value, 'reading') && value.method === 'isVisible') return value;
    // What is left out of the function may fail, such as `throw`.
    const { testCase } = this.#interpreter;
    const isLeftOut = testCase?.comments.slice(comments.length).some(isNotImported) === true;
    const isChanged = testCase?.last !== after || testCase?.isOff !== isOff;
    if (isChanged || isLeftOut || other != null || value != null)
      throw new NotImported('what happens after a failure has no equivalent');
    return value;
  }

  /** A field or method of an object, an item of a list, or what a framework has by a name. */
  member(of: Value, name: string, self = of): Value {
    if (is(of, 'object') || is(of, 'class')) {
      const found = of.fields.has(name)
        ? of.fields.get(name)
        : methodOf(of.kind === 'class' ? of : of.class, name);
      if (is(found, 'getter')) return this.#interpreter.call(found.get, [], self);
      if (found === undefined && of.kind === 'class' && of.parent !== undefined)
        return this.member(of.parent, name, self);
      return found === undefined && of.kind === 'object' && of.isOpen ? unknownName(name) : found;
    }
    if (Array.isArray(of) || (typeof of === 'string' && !hasVariables(of))) {
      if (name === 'length') return of.length;
      if (/^\d+$/.test(name)) return of[Number(name)];
    }
    if (is(of, 'reading') && of.items !== undefined) return this.member(of.items, name);
    const isOfText = is(of, 'reading') && readsText.test(of.method) && /^(?:length|\d+)$/.test(name);
    if (isOfText || (is(of, 'reading') && of.method === 'all' && name === 'length'))
      return scriptMember(this.#interpreter.framework.scriptOf(of), name);
    if (is(of, 'collection') && name === 'size') return of.entries.size;
    const found = isTagged(of) ? this.#interpreter.framework.member(of, name) : undefined;
    return found ?? unknown(`${name} is known only when the test runs`);
  }

  key(node: js.Expression | js.PrivateIdentifier, isComputed: boolean, scope: Scope): string {
    if (node.type === 'PrivateIdentifier') return `#${node.name}`;
    return node.type === 'Identifier' && !isComputed ? node.name : titleOf(this.evaluate(node, scope));
  }

  /** A part of a list or an object: if it is unknown, the others are not. */
  #part(node: js.Expression, scope: Scope): Value {
    try {
      return this.evaluate(node, scope);
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      return this.#interpreter.failPart(error);
    }
  }

  #list(nodes: js.ArrayExpression['elements'], scope: Scope): Value {
    const [only, ...others] = nodes;
    if (only?.type !== 'SpreadElement' || others.length > 0)
      return this.#items(nodes, scope, { isList: true });
    const value = this.evaluate(only.argument, scope);
    return this.#copyInPage(value) ?? spread(value);
  }

  /** `[...numbers]`: a copy of a list that code of the page gives; undefined for any other list. */
  #copyInPage(value: Value): Of<'script'> | undefined {
    const { framework } = this.#interpreter;
    const of = is(value, 'elements') ? framework.writer.reading(value, 'all') : value;
    if (is(of, 'reading') && of.items === undefined && /^all/.test(of.method))
      return scriptCall(this.#interpreter, framework.scriptOf(of), 'slice', []);
    return is(of, 'script') ? scriptWith(of, (path) => `[...${path}].slice()`) : undefined;
  }

  #items(nodes: js.ArrayExpression['elements'], scope: Scope, { isList = false } = {}): Value[] {
    return nodes.flatMap((node): Value[] => {
      if (node === null) return [undefined];
      if (node.type !== 'SpreadElement')
        return [isList ? this.#part(node, scope) : this.evaluate(node, scope)];
      return spread(this.evaluate(node.argument, scope));
    });
  }

  /** If an object in it is unknown, so is what stands before: the fields of that object may replace it. */
  #object({ properties }: js.ObjectExpression, scope: Scope): Of<'object'> {
    let made = objectOf([]);
    for (const each of properties) {
      try {
        for (const [name, value] of this.#fields(each, scope)) made.fields.set(name, value);
      } catch (error) {
        if (!(error instanceof NotImported) || each.type === 'Property') throw error;
        this.#interpreter.failPart(error);
        made = { ...objectOf([]), isOpen: true };
      }
    }
    return made;
  }

  #fields(node: js.Property | js.SpreadElement, scope: Scope): (readonly [string, Value])[] {
    if (node.type === 'Property') {
      const name = this.key(node.key, node.computed, scope);
      const value = node.kind === 'get' ? this.getter(node.value, scope) : this.#part(node.value, scope);
      return [[name, value]];
    }
    const value = this.evaluate(node.argument, scope);
    if (value == null || value === false) return [];
    if (is(value, 'object') && !value.isOpen) return [...value.fields];
    throw new NotImported('the object is known only when the test runs');
  }

  getter(node: js.Expression, scope: Scope): Value {
    const get = this.evaluate(node, scope);
    return is(get, 'function') ? { kind: 'getter', get } : undefined;
  }
}

/** A new list of the items of a value after `...`. @throws NotImported if they are not constant. */
function spread(value: Value): Value[] {
  return [...withinLimit(listOf(value))];
}

import type * as js from 'acorn';
import type { Interpretation } from './framework.ts';
import { is, NotImported, type Of, Scope, unknownName, type Value } from './value.ts';

/** The name of the method that sets a field; no other method can have it. */
export function setterOf(field: string): string {
  return `set ${field}`;
}

/** Classes of a spec, and the objects of them. */
export class Classes {
  readonly #interpreter: Interpretation;

  constructor(interpreter: Interpretation) {
    this.#interpreter = interpreter;
  }

  declare(node: js.Class, outer: Scope): Of<'class'> {
    this.#interpreter.log.declare(node);
    const { expressions } = this.#interpreter;
    const parent = node.superClass == null ? undefined : expressions.evaluate(node.superClass, outer);
    if (parent !== undefined && !is(parent, 'class'))
      throw new NotImported('it extends a class of another file');
    const scope = new Scope(outer);
    const of: Of<'class'> = { kind: 'class', node, scope, parent, methods: new Map(), fields: new Map() };
    scope.set('class', of);
    scope.set('super', parent);
    if (node.id != null) scope.set(node.id.name, of);
    for (const each of node.body.body) {
      if (each.type !== 'MethodDefinition') continue;
      const method =
        each.kind === 'get' ? expressions.getter(each.value, scope) : expressions.evaluate(each.value, scope);
      const name = expressions.key(each.key, each.computed, scope);
      (each.static ? of.fields : of.methods).set(each.kind === 'set' ? setterOf(name) : name, method);
    }
    this.#setFields(of, of);
    return of;
  }

  /** Gives an object, or the class itself, the fields that the class declares. */
  #setFields(of: Of<'class'>, self: Of<'object'> | Of<'class'>): void {
    const { expressions } = this.#interpreter;
    const scope = new Scope(of.scope);
    scope.set('this', self);
    for (const each of of.node.body.body) {
      if (each.type !== 'PropertyDefinition' || each.static !== (self === of)) continue;
      const name = expressions.key(each.key, each.computed, scope);
      if (each.value == null) {
        if (!self.fields.has(name)) self.fields.set(name, undefined);
        continue;
      }
      const { value } = each;
      self.fields.set(name, unknownName(name));
      this.#interpreter.record(each, scope, () => self.fields.set(name, expressions.evaluate(value, scope)));
    }
  }

  create(of: Of<'class'>, args: Value[]): Value {
    const self: Of<'object'> = { kind: 'object', fields: new Map(), class: of };
    this.#construct(of, self, args);
    return self;
  }

  #construct(of: Of<'class'>, self: Of<'object'>, args: Value[]): void {
    this.#interpreter.log.use(of.node);
    const { parent } = of;
    const create = of.methods.get('constructor');
    if (!is(create, 'function')) {
      if (parent !== undefined) this.#construct(parent, self, args);
      this.#setFields(of, self);
      return;
    }
    for (const [index, parameter] of create.node.params.entries()) {
      const to = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      // `constructor(readonly page: Page)` declares a field.
      const isField = /\b(?:public|private|protected|readonly)\s+$/.test(
        this.#interpreter.log.textBefore(parameter),
      );
      if (isField && to.type === 'Identifier') self.fields.set(to.name, args[index]);
    }
    if (parent === undefined) this.#setFields(of, self);
    this.#interpreter.call(create, args, self);
  }

  callSuper(args: Value[], scope: Scope): Value {
    const [of, self] = [scope.get('class'), scope.get('this')];
    if (!is(of, 'class') || of.parent === undefined || !is(self, 'object'))
      throw new NotImported('super is missing');
    this.#construct(of.parent, self, args);
    this.#setFields(of, self);
    return undefined;
  }
}

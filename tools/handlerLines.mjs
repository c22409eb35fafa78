// Lint rule for oxlint: the handler of a route is short (input, one use case, one view) and stands where the route is
// registered, so that its length is seen. Lines that are blank or only a comment do not count.
const METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all']);

const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
const isCode = (line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line);

/** The handler of `app.get(url, options, handler)` and its kin; undefined for any other call. */
function handlerOf({ callee, arguments: given }) {
  const registers =
    callee.type === 'MemberExpression' && callee.object.name === 'app' && METHODS.has(callee.property.name);
  return registers ? given.at(-1) : undefined;
}

const handlerLines = {
  meta: { schema: [{ type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false }] },
  create(context) {
    const { max } = context.options[0];
    return {
      CallExpression(node) {
        const handler = handlerOf(node);
        if (!handler) return;
        if (!isFunction(handler)) {
          context.report({ node: handler, message: 'Write the handler where its route is registered.' });
          return;
        }
        const { start, end } = handler.loc;
        const count = context.sourceCode.lines.slice(start.line - 1, end.line).filter(isCode).length;
        if (count > max)
          context.report({
            node: handler,
            message: `The handler has ${count} lines, more than ${max}: move steps out.`,
          });
      },
    };
  },
};

export default { meta: { name: 'assay' }, rules: { 'handler-lines': handlerLines } };

/** How deep a JSON text is nested, told without building it. @module */

/** Objects and lists inside each other; bodies of this service have four levels. */
export const JSON_DEPTH_MAX = 64;

/** True if the text goes deeper; what follows in it is not looked at. */
export function isTooDeep(text: string, depthMax = JSON_DEPTH_MAX): boolean {
  let depth = 0;
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isString) {
      if (char === '\\') i++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '{' || char === '[') {
      if (++depth > depthMax) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}

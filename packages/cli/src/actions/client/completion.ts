/** `assay completion`: a script for the shell, which asks the program itself what fits. @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';

/**
 * Each asks `assay __complete WORDS`, and takes names of files where the program knows nothing. From a folder of `$fpath`, zsh runs
 * the file itself at the first tab, so that it has to complete at once.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_assay() {
  local found
  found=$(assay __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _assay assay`,
  zsh: `#compdef assay
_assay() {
  local -a found
  found=(\${(f)"$(assay __complete "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
if [[ $funcstack[1] = _assay ]]; then _assay "$@"; else compdef _assay assay; fi`,
  fish: `function __assay_complete
  set -l words (commandline -opc) (commandline -ct)
  assay __complete $words[2..-1] 2>/dev/null
end
complete -c assay -a '(__assay_complete)'`,
};

export async function completion(terminal: Terminal, _options: object, shell: string): Promise<ExitCode> {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined)
    throw new UsageError(`completions are for ${Object.keys(SCRIPTS).join(', ')}, not "${shell}"`);
  terminal.print(script);
  return EXIT.ok;
}

# SPDX-License-Identifier: Apache-2.0

# programs_work SOURCE PREFIX FOLDER: builds samples/embed/cpp in FOLDER from the library in PREFIX, and runs it.
programs_work() {
  cmake -S "$1/samples/embed/cpp" -B "$3" -DCMAKE_PREFIX_PATH="$2" >/dev/null
  cmake --build "$3" >/dev/null
  said=$("$3/plan_file" "$1/samples/somas_figure_7.stowage.json")
  echo "plan_file says: $said"
  [ "$said" = "1664 bytes, optimal" ]
  code=0
  "$3/plan_file" "$1/README.md" 2>"$3/said" || code=$?
  [ "$code" -eq 3 ]
  grep -q "README.md" "$3/said"
  "$3/plan_in_code" "$3/plan.json" | tee "$3/said"
  grep -q "^valid$" "$3/said"
  grep -q '"stowage-plan"' "$3/plan.json"
}

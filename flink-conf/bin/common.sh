# shellcheck shell=bash
# What the scripts of flink-conf share; sourced, never run.

flink_conf=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
home=$(dirname "$flink_conf")
lib_list=$home/target/flink/classpath
# Where the cluster lives that start-cluster, stop-cluster and flink speak of.
cluster=${TIDEMARK_CLUSTER:-$home/target/cluster}

# Ends the script: fail STATUS LINE…
fail() {
  local status=$1
  shift
  printf '%s\n' "$@" >&2
  exit "$status"
}

find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" > /dev/null \
    || fail 1 "There is no $java: install a JDK 17 and put it on the PATH, or set JAVA_HOME."
}

# The class path of the cluster, from the list that the build wrote; it names files in lib/ beside it.
class_path() {
  local list
  [[ -f $lib_list ]] \
    || fail 1 "There is no $lib_list: run flink-conf/start-cluster, or mvn package -pl flink-conf -am, which makes it."
  list=:$(cat "$lib_list")
  # In quotes, for & in the path would stand for what is replaced.
  list=${list//:lib\//":$(dirname "$lib_list")/lib/"}
  printf %s "${list#:}"
}

# The value of a setting in a cluster's configuration, or nothing: setting DIRECTORY KEY
setting() {
  sed -n "s/^${2//./\\.}: *//p" "$1/conf/config.yaml" | sed -e "s/  *#.*\$//" -e "s/^'\(.*\)'\$/\1/" -e "s/''/'/g"
}

# Replaces a setting of a cluster, or adds it; in quotes, so that YAML takes any value as it stands: set_to DIRECTORY KEY VALUE
set_to() {
  awk -v key="$2:" 'index($0, key) != 1' "$1/conf/config.yaml" > "$1/conf/config.new"
  printf "%s: '%s'\n" "$2" "${3//\'/\'\'}" >> "$1/conf/config.new"
  mv "$1/conf/config.new" "$1/conf/config.yaml"
}

# Whether somebody listens at this port of the loopback interface.
is_taken() {
  (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null
}

# The command line of a process; nothing if there is none.
command_of() {
  if [[ -r /proc/$1/cmdline ]]; then
    tr '\0' ' ' < "/proc/$1/cmdline"
  else
    ps -ww -o args= -p "$1" 2> /dev/null || true
  fi
}

# Whether the process of a pid file runs and is what was started: a pid may have gone to somebody else since.
is_running() {
  [[ -f $1 && $(command_of "$(cat "$1")") == *"$(cat "$1.is")"* ]]
}

# Becomes a part of the cluster: become PART MAIN COMMAND-OF-BASHJAVAUTILS DIRECTORY [NAME] [-D key=value …]
become() {
  local part=$1 main=$2 resources=$3 directory=${4:-} name answer jvm_options flink_options
  [[ -n $directory && -f $directory/conf/config.yaml ]] \
    || fail 2 "usage: flink-conf/bin/$part DIRECTORY [NAME] [-D key=value …]" \
      "DIRECTORY is that of a cluster, made by start-cluster; '$directory' has no conf/config.yaml."
  directory=$(cd "$directory" && pwd)
  shift 4
  name=$part
  if [[ $# -gt 0 && $1 != -D* ]]; then
    name=$1
    shift
  fi
  find_java
  CLASSPATH=$(class_path)
  export CLASSPATH
  # Flink's own division of the memory into heap and all the rest; a short life needs no second compiler.
  answer=$("$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dlog4j2.level=ERROR \
    org.apache.flink.runtime.util.bash.BashJavaUtils "$resources" --configDir "$directory/conf" "$@") \
    || fail 1 "Flink refuses the settings in $directory/conf/config.yaml: it says why above."
  answer=$(sed -n 's/^.*BASH_JAVA_UTILS_EXEC_RESULT://p' <<< "$answer")
  jvm_options=$(sed -n 1p <<< "$answer")
  flink_options=$(sed -n 2p <<< "$answer")
  mkdir -p "$directory/log"
  # shellcheck disable=SC2046,SC2086 # each holds several options
  exec "$java" $jvm_options $(setting "$directory" env.java.opts.all) $(setting "$directory" "env.java.opts.$part") \
    -Dlog.file="$directory/log/$name.log" -Dtidemark.log="$directory/log/$name.log" \
    -Dlog4j.configurationFile="$directory/conf/log4j.properties" \
    "$main" --configDir "$directory/conf" $flink_options "$@"
}
